import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { UndoNote } from '../../shared/deletions/undo-note.tsx';
import { useDeletedToast } from '../../shared/entities/undo-deletion.ts';
import { useDeletePolicy, type StoredPolicy } from '../../shared/policies/policy-data.ts';

/** Asks for confirmation before a policy is deleted. */
export function DeletePolicyDialog({
  policy: { urn, name },
  onClose,
  onDeleted,
}: {
  readonly policy: StoredPolicy;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const remove = useDeletePolicy();
  const showDeleted = useDeletedToast();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete policy"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showDeleted(urn, name);
        onDeleted();
      }}
    >
      <p>
        People lose the access that only this policy grants, from their next request. To see the effect first,
        deactivate the policy instead.
      </p>
      <UndoNote />
    </ConfirmDialog>
  );
}
