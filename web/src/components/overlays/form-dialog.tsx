import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/notices.tsx';
import { Stack } from '../layout/layout.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with fields, *Cancel* and one action. Stays open with the error if the action fails. */
export function FormDialog({
  title,
  action,
  onSubmit,
  onClose,
  children,
  look = 'primary',
  isDisabled = false,
  isPending = false,
  error,
  size = 'medium',
  gap = 3,
}: {
  readonly title: string;
  /** Label of the button of the action. */
  readonly action: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly look?: 'primary' | 'danger';
  /** Input is missing or wrong. */
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly error?: unknown;
  readonly size?: 'medium' | 'large';
  readonly gap?: 2 | 3 | 4;
}): ReactNode {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size={size}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look={look} onPress={onSubmit} isDisabled={isDisabled} isPending={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Stack gap={gap}>
        {children}
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
      </Stack>
    </Dialog>
  );
}
