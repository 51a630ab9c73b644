import type { ReactNode } from 'react';
import { showToast } from '../../components/feedback/toasts.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { useDeletePolicy, type StoredPolicy } from './policy-data.ts';

/** Asks before a policy is deleted. */
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
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete policy"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(urn, {
          onSuccess: () => {
            showToast(`The policy ${name} is deleted.`);
            onDeleted();
          },
        });
      }}
    >
      <p>
        Whoever could do something only by this policy loses it with the next request. To try that out, switch
        the policy off instead.
      </p>
    </ConfirmDialog>
  );
}
