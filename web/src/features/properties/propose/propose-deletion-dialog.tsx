import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { ReasonField } from '../../../shared/proposals/reason-field.tsx';
import { usePropose } from '../../../shared/proposals/use-propose.ts';
import { DeletionKind } from '../deletion/deletion-kind.tsx';
import { NOTHING_YET } from './nothing-yet.ts';

/** Dialog that proposes to delete a property, for people who may not. */
export function ProposeDeletionDialog({
  urn,
  title,
  onClose,
}: {
  readonly urn: string;
  /** Name of the property, as its page shows it. */
  readonly title: string;
  readonly onClose: () => void;
}): ReactNode {
  const [isForGood, setForGood] = useState(false);
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = usePropose(onClose);
  return (
    <FormDialog
      title={`Propose to delete ${title}`}
      onClose={onClose}
      action="Propose"
      isPending={isPending}
      onSubmit={() =>
        mutate({
          title: isForGood ? `Delete ${title} with all values` : `Delete ${title}`,
          reason,
          plan: { deletions: [{ urn, hard: isForGood }] },
          about: `${urn} deletion`,
        })
      }
      error={error}
      gap={4}
    >
      <p>{NOTHING_YET}</p>
      <DeletionKind isForGood={isForGood} onChange={setForGood} />
      <ReasonField reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
