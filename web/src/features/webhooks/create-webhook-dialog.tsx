import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { TextField } from '../../components/fields/fields.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { NO_NARROWING, NarrowingFields } from '../../shared/entities/narrowing-fields.tsx';
import { useCreateWebhook } from './webhook-data.ts';
import { WebhookSecret } from './webhook-secret.tsx';

/** Dialog that creates a webhook, shows its secret once, and opens its page. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [, navigate] = useLocation();
  const create = useCreateWebhook();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [narrowing, setNarrowing] = useState(NO_NARROWING);
  const isReady = name.trim() !== '' && url.trim() !== '';
  const submit = (): void => {
    if (!isReady || create.isPending) return;
    create.mutate({
      name: name.trim(),
      url: url.trim(),
      entityTypes: [...narrowing.types],
      properties: [...narrowing.properties],
    });
  };
  if (create.data !== undefined) {
    const { secret, webhook } = create.data;
    const close = (): void => {
      onClose();
      navigate(`/webhooks/${webhook.id}`);
    };
    return <WebhookSecret name={name} secret={secret} onClose={close} />;
  }
  return (
    <FormDialog
      title="Create webhook"
      onClose={onClose}
      action="Create"
      isDisabled={!isReady}
      isPending={create.isPending}
      onSubmit={submit}
      error={create.error}
    >
      <TextField
        label="Name"
        help="The purpose of the webhook."
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        onEnter={submit}
      />
      <TextField
        label="URL"
        help="An HTTP or HTTPS URL, such as https://example.com/hooks."
        type="url"
        value={url}
        onChange={setUrl}
        isRequired
        onEnter={submit}
      />
      <NarrowingFields
        narrowing={narrowing}
        onChange={setNarrowing}
        propertiesHelp="Leave empty for all changes, not only changes of property values."
      />
    </FormDialog>
  );
}
