import type { ReactNode } from 'react';
import { RadioChoice } from '../../../components/fields/radio-choice.tsx';

/** The choice between deleting a property so that it can be restored, and with all its values. */
export function DeletionKind({
  isForGood,
  onChange,
}: {
  readonly isForGood: boolean;
  readonly onChange: (isForGood: boolean) => void;
}): ReactNode {
  return (
    <RadioChoice
      label="Type of deletion"
      value={isForGood ? 'hard' : 'soft'}
      onChange={(value) => {
        onChange(value === 'hard');
      }}
      choices={[
        {
          value: 'soft',
          label: 'Restorable',
          help: 'Values are hidden but kept. Restore the property at any time under Deleted.',
        },
        {
          value: 'hard',
          label: 'With all values',
          help: 'The definition and all values are removed. The name can be used again.',
        },
      ]}
    />
  );
}
