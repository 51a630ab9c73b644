import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { CopyField } from '../fields/copy-field.tsx';
import { Notice } from '../feedback/notices.tsx';
import { Stack } from '../layout/layout.tsx';
import { Dialog } from './dialog.tsx';

/** Shows a secret once, to be copied. */
export function SecretDialog({
  title,
  what,
  label,
  value,
  help,
  onClose,
}: {
  readonly title: string;
  /** What is to be copied: `token`. */
  readonly what: string;
  readonly label: string;
  readonly value: string;
  /** Where the secret is used. */
  readonly help: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={<Button onPress={onClose}>Done</Button>}>
      <Stack>
        <Notice tone="warn">Copy the {what} now. It cannot be shown again.</Notice>
        <CopyField label={label} value={value} help={help} />
      </Stack>
    </Dialog>
  );
}
