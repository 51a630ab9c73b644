import { useState, type ReactNode } from 'react';
import { usePrivileges } from '../api/privileges.ts';
import { Button, RefusedButton } from '../components/controls/button.tsx';
import { Skeleton } from '../components/feedback/notices.tsx';
import { Page } from '../components/layout/layout.tsx';
import { CreateWebhookDialog } from '../features/webhooks/create-webhook-dialog.tsx';
import { WebhooksTable } from '../features/webhooks/webhooks-table.tsx';

/** Webhooks: one's own, and with the right those of everybody. */
export function WebhooksPage(): ReactNode {
  const privileges = usePrivileges();
  const [isCreating, setCreating] = useState(false);
  const maySeeAll = privileges?.has('MANAGE_ACCESS_TOKENS') ?? false;
  const mayCreate = maySeeAll || (privileges?.has('GENERATE_PERSONAL_ACCESS_TOKENS') ?? false);
  return (
    <Page
      title="Webhooks"
      lead="A webhook sends what changes to an address, as far as its owner may see it."
      actions={
        mayCreate ? (
          <Button
            look="primary"
            onPress={() => {
              setCreating(true);
            }}
          >
            Create webhook
          </Button>
        ) : (
          <RefusedButton reason="You need the privilege Generate Personal Access Tokens.">
            Create webhook
          </RefusedButton>
        )
      }
    >
      {privileges === undefined ? <Skeleton lines={6} /> : <WebhooksTable showsOwners={maySeeAll} />}
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </Page>
  );
}
