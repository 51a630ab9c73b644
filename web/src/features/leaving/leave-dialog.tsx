import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useLeaveGuard } from './leave-guard.ts';

/** Asks before unsaved work is left behind. */
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
      <p>What you changed on this page has not been saved.</p>
    </Dialog>
  );
}
