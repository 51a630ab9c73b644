import { useState, type ReactNode } from 'react';
import { TextField } from '../../../components/fields/fields.tsx';
import { ErrorNotice, Skeleton } from '../../../components/feedback/notices.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { PlanView } from '../plan/plan-view.tsx';
import { useLivePlan } from '../plan/use-plan.ts';
import { DeletionKind } from './deletion-kind.tsx';

/** Dialog that deletes a property, either restorably or with all its values, after showing the plan. */
export function DeleteDialog({
  urn,
  name,
  isRemoved,
  onClose,
  onDone,
}: {
  readonly urn: string;
  /** Qualified name, to be typed to confirm a deletion with all values. */
  readonly name: string;
  /** Whether it is already soft-deleted, so that only a deletion with all values is possible. */
  readonly isRemoved: boolean;
  readonly onClose: () => void;
  /** `commit`: the deletion, to be undone; undefined if nothing changed. */
  readonly onDone: (isForGood: boolean, commit: number | undefined) => void;
}): ReactNode {
  const [isForGood, setForGood] = useState(isRemoved);
  const [typed, setTyped] = useState('');
  const { plan, isCurrent, error, apply, isApplying, applyError } = useLivePlan({
    deletions: [{ urn, hard: isForGood }],
  });
  return (
    <FormDialog
      title={`Delete ${name}?`}
      onClose={onClose}
      action={isForGood ? 'Delete with all values' : 'Delete'}
      look="danger"
      isDisabled={!isCurrent || (isForGood && typed !== name)}
      isPending={isApplying}
      onSubmit={() => {
        apply((commit) => {
          onDone(isForGood, commit);
        });
      }}
      error={applyError}
      gap={4}
    >
      {!isRemoved && <DeletionKind isForGood={isForGood} onChange={setForGood} />}
      {error !== null && <ErrorNotice error={error} />}
      {plan === undefined && error === null && <Skeleton lines={4} label="Planning" />}
      {plan !== undefined && error === null && <PlanView plan={plan} />}
      {isForGood && (
        <TextField label={`Type ${name} to confirm`} value={typed} onChange={setTyped} isMono isRequired />
      )}
    </FormDialog>
  );
}
