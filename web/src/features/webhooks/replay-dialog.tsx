import { useState, type ReactNode } from 'react';
import { TextField } from '../../components/fields/fields.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
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
    <FormDialog
      title="Replay changes"
      onClose={onClose}
      action="Replay"
      isPending={replay.isPending}
      onSubmit={submit}
      error={replay.error}
    >
      <TextField
        label="From"
        help="oldest, now, a time such as 2026-03-01T14:30:00Z, or a cursor. All later changes are sent again."
        value={since}
        onChange={setSince}
        isRequired
        autoFocus
        onEnter={submit}
      />
    </FormDialog>
  );
}
