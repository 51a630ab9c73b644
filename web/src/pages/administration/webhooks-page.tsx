import { useState, type ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { Button, RefusedButton } from '../../components/controls/button.tsx';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { CreateWebhookDialog } from '../../features/webhooks/create-webhook-dialog.tsx';
import { WebhooksTable } from '../../features/webhooks/webhooks-table.tsx';

/** Webhooks: one's own; with the right to manage tokens, everyone's. */
export function WebhooksPage(): ReactNode {
  const privileges = usePrivileges();
  const [isCreating, setCreating] = useState(false);
  const maySeeAll = privileges?.has('MANAGE_ACCESS_TOKENS') ?? false;
  const mayCreate = maySeeAll || (privileges?.has('GENERATE_PERSONAL_ACCESS_TOKENS') ?? false);
  return (
    <Page
      title="Webhooks"
      lead="Webhooks POST change events to a URL. Each sends only changes that its owner can see."
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
