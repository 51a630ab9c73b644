import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/notices.tsx';
import { Stack } from '../layout/layout.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before an action with consequences; stays open with the error if it fails. */
export function ConfirmDialog({
  title,
  children,
  action,
  onConfirm,
  onClose,
  isPending = false,
  error,
}: {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the confirm button: a verb and its object. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isPending?: boolean;
  readonly error?: unknown;
}): ReactNode {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="danger" onPress={onConfirm} isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Stack>
        {children}
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
      </Stack>
    </Dialog>
  );
}
