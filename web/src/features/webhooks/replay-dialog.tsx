import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useReplayWebhook } from './webhook-data.ts';

/** Dialog that moves a webhook to another position in the change log. */
export function ReplayDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  const replay = useReplayWebhook();
  const [since, setSince] = useState('oldest');
  const submit = (): void => {
    replay.mutate(
      { id, since: since.trim() },
      {
        onSuccess: () => {
          showToast('Replay started');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title="Replay changes"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isPending={replay.isPending} onPress={submit}>
            Replay
          </Button>
        </>
      }
    >
      <Stack>
        <TextField
          label="From"
          help="oldest, now, a time such as 2026-03-01T14:30:00Z, or a cursor. All later changes are sent again."
          value={since}
          onChange={setSince}
          isRequired
          autoFocus
          onEnter={submit}
        />
        {replay.error !== null && <ErrorNotice error={replay.error} />}
      </Stack>
    </Dialog>
  );
}
