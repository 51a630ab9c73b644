import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notices.tsx';
import { Row } from '../../../components/layout/layout.tsx';
import { DifferenceList } from '../definition/difference-list.tsx';
import { propertyDifferences } from '../definition/differences.ts';
import { useProperty, type StoredProperty } from '../definition/stored-property.ts';

/** Notice that someone else changed or deleted the property being edited, with the differences. */
export function OtherChange({
  base,
  isProposed,
  onTake,
  onKeep,
}: {
  /** The property as it was when editing began. */
  readonly base: StoredProperty;
  /** Whether the draft is proposed instead of saved. */
  readonly isProposed: boolean;
  /** Discards the draft and continues from their state. */
  readonly onTake: (theirs: StoredProperty) => void;
  /** Keeps the draft, which replaces their state when it is saved or approved. */
  readonly onKeep: (theirs: StoredProperty) => void;
}): ReactNode {
  const { data: now } = useProperty(base.urn);
  if (now === undefined) return null;
  if (now === null)
    return (
      <Notice tone="bad">
        Someone else permanently deleted this property.{' '}
        {isProposed ? 'Nothing can be proposed for it any more.' : 'Saving defines it again.'}
      </Notice>
    );
  const differences = propertyDifferences(base, now);
  if (differences.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>Someone else changed this property after you opened it:</p>
      <DifferenceList differences={differences} />
      <Row>
        <Button
          onPress={() => {
            onTake(now);
          }}
        >
          Discard mine
        </Button>
        <Button
          onPress={() => {
            onKeep(now);
          }}
        >
          Keep mine
        </Button>
      </Row>
    </Notice>
  );
}
