import type { ReactNode } from 'react';
import { showToast } from '../../components/feedback/toasts.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
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
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete policy"
      change={remove}
      onClose={onClose}
      input={urn}
      onDone={() => {
        showToast(`Policy ${name} deleted`);
        onDeleted();
      }}
    >
      <p>
        People lose the access that only this policy grants, from their next request. To test the effect
        first, deactivate the policy instead.
      </p>
    </ConfirmDialog>
  );
}
