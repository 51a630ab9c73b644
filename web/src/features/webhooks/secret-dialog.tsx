import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { CopyField } from '../../components/fields/copy-field.tsx';
import { Notice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';

/** Dialog that shows the secret of a webhook once. */
export function SecretDialog({
  name,
  secret,
  onClose,
}: {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title="Webhook secret" isOpen onClose={onClose} actions={<Button onPress={onClose}>Done</Button>}>
      <Stack>
        <Notice tone="warn">Copy the secret now. It cannot be shown again.</Notice>
        <CopyField
          label={`Secret of ${name}`}
          value={secret}
          help="The receiver uses it to verify message signatures (Standard Webhooks)."
        />
      </Stack>
    </Dialog>
  );
}
