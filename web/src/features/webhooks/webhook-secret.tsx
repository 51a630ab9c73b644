import type { ReactNode } from 'react';
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx';

/** Dialog that shows the secret of a webhook once. */
export function WebhookSecret({
  name,
  secret,
  onClose,
}: {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <SecretDialog
      title="Webhook secret"
      what="secret"
      label={`Secret of ${name}`}
      value={secret}
      help="The receiver uses it to verify message signatures (Standard Webhooks)."
      onClose={onClose}
    />
  );
}
