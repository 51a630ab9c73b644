import type { ReactNode } from 'react';
import { usePrivileges } from '../../api/privileges.ts';
import { Skeleton } from '../../components/feedback/notices.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { DialogButton } from '../../components/overlays/dialog-button.tsx';
import { CreateWebhookDialog } from '../../features/webhooks/create-webhook-dialog.tsx';
import { WebhooksTable } from '../../features/webhooks/webhooks-table.tsx';

/** Webhooks: one's own; with the right to manage tokens, everyone's. */
export function WebhooksPage(): ReactNode {
  const privileges = usePrivileges();
  const maySeeAll = privileges?.has('MANAGE_ACCESS_TOKENS') ?? false;
  const mayCreate = maySeeAll || (privileges?.has('GENERATE_PERSONAL_ACCESS_TOKENS') ?? false);
  return (
    <Page
      title="Webhooks"
      lead={
        <>
          Webhooks POST change events to a URL. Each sends only changes that its owner can see.
          {privileges !== undefined && !mayCreate && (
            <p>To create one, you need the privilege Generate Personal Access Tokens.</p>
          )}
        </>
      }
      actions={
        mayCreate && (
          <DialogButton look="primary" dialog={(close) => <CreateWebhookDialog onClose={close} />}>
            Create webhook
          </DialogButton>
        )
      }
    >
      {privileges === undefined ? <Skeleton lines={6} /> : <WebhooksTable showsOwners={maySeeAll} />}
    </Page>
  );
}
