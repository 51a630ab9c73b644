import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../components/controls/button.tsx';
import { ChosenList } from '../../components/fields/chosen-list.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { EntitiesField } from '../../shared/entities/entities-field.tsx';
import { usePrivilegeCatalog } from '../../shared/policies/privilege-catalog.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useCreateWebhook } from './webhook-data.ts';

/** Dialog that creates a webhook, shows its secret once, and opens its page. */
export function CreateWebhookDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [, navigate] = useLocation();
  const create = useCreateWebhook();
  const catalog = usePrivilegeCatalog();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [entityTypes, setTypes] = useState<readonly string[]>([]);
  const [properties, setProperties] = useState<readonly string[]>([]);
  const isReady = name.trim() !== '' && url.trim() !== '';
  const submit = (): void => {
    if (!isReady || create.isPending) return;
    create.mutate({
      name: name.trim(),
      url: url.trim(),
      entityTypes: [...entityTypes],
      properties: [...properties],
    });
  };
  if (create.data !== undefined) {
    const { secret, webhook } = create.data;
    return (
      <SecretDialog
        name={name}
        secret={secret}
        onClose={() => {
          onClose();
          navigate(`/webhooks/${webhook.id}`);
        }}
      />
    );
  }
  return (
    <Dialog
      title="Create webhook"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="primary" isDisabled={!isReady} isPending={create.isPending} onPress={submit}>
            Create
          </Button>
        </>
      }
    >
      <Stack>
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
        <ChosenList
          label="Only entities of these types"
          help="Leave empty for all types."
          choices={(catalog?.types ?? []).filter(({ entityType }) => entityType !== null)}
          chosen={entityTypes}
          onChange={setTypes}
        />
        <EntitiesField
          label="Only values of these properties"
          help="Leave empty for all changes, not only changes of property values."
          types={['STRUCTURED_PROPERTY']}
          urns={properties}
          onChange={setProperties}
        />
        {create.error !== null && <ErrorNotice error={create.error} />}
      </Stack>
    </Dialog>
  );
}
