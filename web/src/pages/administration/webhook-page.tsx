import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Breadcrumbs } from '../../components/layout/breadcrumbs.tsx';
import { Page } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { DeliveriesTable } from '../../features/webhooks/deliveries-table.tsx';
import { WebhookActions } from '../../features/webhooks/webhook-actions.tsx';
import { useWebhook } from '../../features/webhooks/webhook-data.ts';
import { WebhookFacts } from '../../features/webhooks/webhook-facts.tsx';

const UP = <Breadcrumbs steps={[{ to: '/webhooks', text: 'Webhooks' }]} />;

/** Page of a webhook: its state and latest deliveries. */
export function WebhookPage(): ReactNode {
  const { id = '' } = useParams();
  const { data, error, refetch } = useWebhook(id);
  if (data) {
    return (
      <Page title={data.name} above={UP} actions={<WebhookActions webhook={data} />}>
        <WebhookFacts webhook={data} />
        <Section title="Deliveries">
          <DeliveriesTable webhook={data} />
        </Section>
      </Page>
    );
  }
  return (
    <Page title="Webhook" above={UP}>
      {error !== null && <LoadProblem error={error} what="see this webhook" onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={6} />}
      {data === null && (
        <EmptyState title="Webhook not found">
          <p>It may have been deleted.</p>
        </EmptyState>
      )}
    </Page>
  );
}
