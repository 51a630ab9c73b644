import { ButtonLink } from '../../components/controls/button.tsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Table, type Column } from '../../components/data/table.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { useWebhooks, type ListedWebhook } from './webhook-data.ts';
import { WebhookStatus } from './webhook-status.tsx';

/** Webhooks with their delivery status. */
export function WebhooksTable({ showsOwners }: { readonly showsOwners: boolean }): ReactNode {
  const { data, error, refetch } = useWebhooks();
  const nameOfUrn = useEntityNames((data ?? []).map(({ ownerUrn }) => ownerUrn));
  if (error !== null)
    return <LoadProblem error={error} what="list webhooks" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={5} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No webhooks yet"
        actions={<ButtonLink to="/docs/webhooks">How webhooks work</ButtonLink>}
      >
        <p>Create one to notify a program, such as a chat or a ticket system, of changes.</p>
      </EmptyState>
    );
  }
  const owner: Column<ListedWebhook> = {
    id: 'owner',
    label: 'Owner',
    isExtra: true,
    render: ({ ownerUrn }) => <EntityLink urn={ownerUrn} name={nameOfUrn(ownerUrn)} />,
  };
  return (
    <Table
      label="Webhooks"
      items={data}
      keyOf={({ id }) => id}
      columns={[
        { id: 'name', label: 'Name', render: (webhook) => <WebhookLink {...webhook} /> },
        { id: 'url', label: 'URL', isExtra: true, render: ({ url }) => <LongText>{url}</LongText> },
        ...(showsOwners ? [owner] : []),
        { id: 'status', label: 'Status', render: ({ status }) => <WebhookStatus status={status} /> },
        {
          id: 'delivered',
          label: 'Last delivery',
          isExtra: true,
          render: ({ deliveredAt }) =>
            typeof deliveredAt === 'number' ? <Moment time={deliveredAt} /> : <Soft>None yet</Soft>,
        },
      ]}
    />
  );
}

function WebhookLink({ id, name }: ListedWebhook): ReactNode {
  return (
    <Link href={`/webhooks/${id}`}>
      <NameText>{name}</NameText>
    </Link>
  );
}
