import { useState, type ReactNode } from 'react';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { InPlace } from '../../components/fields/in-place.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import type { RequestedChange } from '../edits/edit-report.ts';
import { ReasonField } from './reason-field.tsx';
import { usePropose } from './use-propose.ts';

/** The form that proposes changes of an entity: an editor, whose draft is not saved, and the reason. */
export function ProposeForm({
  urn,
  name,
  title,
  changes,
  isDisabled = false,
  onClose,
  children,
}: {
  readonly urn: string;
  /** Name of what would change, in the middle of a sentence: `tags`. */
  readonly name: string;
  /** Title of the proposal. */
  readonly title: string;
  /** Empty while the draft is what is stored. */
  readonly changes: readonly RequestedChange[];
  /** Whether the draft is wrong. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  /** The editor. */
  readonly children: ReactNode;
}): ReactNode {
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = usePropose(onClose);
  return (
    <InPlace
      label={`Propose a change of ${name}`}
      saveLabel="Propose"
      isPending={isPending}
      isDisabled={isDisabled || changes.length === 0}
      onCancel={onClose}
      onSave={() => mutate({ title, reason, edit: { urns: [urn], changes }, about: `${urn} ${name}` })}
    >
      <Stack gap={2}>
        {children}
        <ReasonField reason={reason} onChange={setReason} />
        {error !== null && <ErrorNotice error={error} />}
      </Stack>
    </InPlace>
  );
}
