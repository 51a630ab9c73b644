import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useLeaveGuard } from './leave-guard.ts';

/** Asks for confirmation before unsaved changes are discarded. */
export function LeaveDialog({ isUnsaved }: { readonly isUnsaved: boolean }): ReactNode {
  const pending = useLeaveGuard(isUnsaved);
  if (pending === undefined) return null;
  return (
    <Dialog
      title="Leave without saving?"
      isOpen
      onClose={pending.stay}
      actions={
        <>
          <Button onPress={pending.stay}>Stay</Button>
          <Button look="danger" onPress={pending.leave}>
            Discard changes
          </Button>
        </>
      }
    >
      <p>You have unsaved changes on this page.</p>
    </Dialog>
  );
}
