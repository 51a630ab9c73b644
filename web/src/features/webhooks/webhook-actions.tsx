import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/controls/button.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx';
import { Menu } from '../../components/overlays/menu.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import {
  useDeleteWebhook,
  useEnableWebhook,
  useRotateSecret,
  useTestWebhook,
  type ShownWebhook,
} from './webhook-data.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { outcomeText } from './webhook-status.tsx';

/** Buttons and menu of actions on a webhook. */
export function WebhookActions({
  webhook: { id, name, status },
}: {
  readonly webhook: ShownWebhook;
}): ReactNode {
  const [opened, setOpened] = useState<'rotate' | 'replay' | 'delete'>();
  const [test, enable] = [useTestWebhook(), useEnableWebhook()];
  const close = (): void => setOpened(undefined);
  const setEnabled = (enabled: boolean): void => enable.mutate({ id, enabled });
  const retry = { id: 'now', label: 'Retry now', onAction: () => setEnabled(true) };
  return (
    <>
      <Row>
        {(status === 'DISABLED' || status === 'STOPPED') && (
          <Button look="primary" isPending={enable.isPending} onPress={() => setEnabled(true)}>
            Enable
          </Button>
        )}
        <Button
          isPending={test.isPending}
          onPress={() => test.mutate(id, { onSuccess: (delivery) => showToast(outcomeText(delivery)) })}
        >
          Send test
        </Button>
        <Menu
          label="More actions"
          entries={[
            ...(status === 'RETRYING' ? [retry] : []),
            {
              id: 'disable',
              label: 'Disable',
              isDisabled: status === 'DISABLED',
              onAction: () => setEnabled(false),
            },
            { id: 'replay', label: 'Replay…', onAction: () => setOpened('replay') },
            { id: 'rotate', label: 'New secret…', onAction: () => setOpened('rotate') },
            { id: 'delete', label: 'Delete…', isDanger: true, onAction: () => setOpened('delete') },
          ]}
        >
          More
        </Menu>
      </Row>
      {[test.error, enable.error].map((error, i) => error !== null && <ErrorNotice key={i} error={error} />)}
      {opened === 'replay' && <ReplayDialog id={id} onClose={close} />}
      {opened === 'rotate' && <RotateDialog id={id} name={name} onClose={close} />}
      {opened === 'delete' && <DeleteDialog id={id} name={name} onClose={close} />}
    </>
  );
}

interface DialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Replaces the secret, and shows the new one. */
function RotateDialog({ id, name, onClose }: DialogProps): ReactNode {
  const rotate = useRotateSecret();
  if (rotate.data !== undefined) return <WebhookSecret name={name} secret={rotate.data} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Create a new secret for ${name}?`}
      action="Create secret"
      change={rotate}
      onClose={onClose}
      input={id}
    >
      <p>
        Messages are signed with both secrets for 24 hours. Then the old secret expires. This cannot be
        undone: enter the new secret at the receiver before.
      </p>
    </ConfirmDialog>
  );
}

function DeleteDialog({ id, name, onClose }: DialogProps): ReactNode {
  const [, navigate] = useLocation();
  const remove = useDeleteWebhook();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete webhook"
      change={remove}
      onClose={onClose}
      input={id}
      onDone={() => {
        showToast(`Webhook ${name} deleted`);
        navigate('/webhooks');
      }}
    >
      <p>
        The webhook stops sending, and its secret and delivery history are deleted. This cannot be undone. To
        stop it for a while, disable it instead.
      </p>
    </ConfirmDialog>
  );
}
