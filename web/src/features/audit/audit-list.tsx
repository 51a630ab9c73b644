import type { ReactNode } from 'react';
import { useEntityNames } from '../../api/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/data/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import { KINDS, useAuditEvents, type AuditEvent, type AuditFilter } from './audit-data.ts';

/** Kinds that may indicate a security problem. */
const BAD: ReadonlySet<string> = new Set(['DENIED', 'UNAUTHENTICATED', 'FAILED_LOG_IN']);

/** Events that match the filter, newest first. */
export function AuditList({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const { data, error, refetch, ...pages } = useAuditEvents(filter, true);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const urns = events.flatMap(({ actorUrn, entityUrn }) =>
    [actorUrn, entityUrn].filter((urn) => urn !== null),
  );
  const nameOfUrn = useEntityNames(urns);
  if (error !== null) {
    return <LoadProblem error={error} what="read the audit log" onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton lines={12} />;
  if (events.length === 0 && !pages.hasNextPage) {
    return (
      <EmptyState title="No events match">
        <p>Remove a filter or change the dates.</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Table
        label="Audit log"
        items={events}
        keyOf={({ id }) => id}
        columns={[
          { id: 'time', label: 'When', render: ({ time }) => <Moment time={time} /> },
          { id: 'kind', label: 'What', render: (event) => <What event={event} /> },
          {
            id: 'who',
            label: 'Who',
            render: ({ actorUrn }) =>
              actorUrn === null ? (
                <Soft>Unknown</Soft>
              ) : (
                <EntityLink urn={actorUrn} name={nameOfUrn(actorUrn)} />
              ),
          },
          {
            id: 'entity',
            label: 'Entity',
            render: ({ entityUrn }) =>
              entityUrn !== null && <EntityLink urn={entityUrn} name={nameOfUrn(entityUrn)} />,
          },
          { id: 'request', label: 'By', isExtra: true, render: (event) => <Origin event={event} /> },
        ]}
      />
      <Row>
        {pages.hasNextPage && (
          <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
            Show older events
          </Button>
        )}
        <Soft>
          <span role="status">{events.length.toLocaleString('en')} shown</span>
        </Soft>
      </Row>
    </Stack>
  );
}

function What({
  event: { aspectName, changeType, count, kind, logInMethod, privilege, upkeep },
}: {
  readonly event: AuditEvent;
}): ReactNode {
  const details = [aspectName, upkeep, logInMethod, privilege, count > 1 ? `${count} times` : null];
  const tone = BAD.has(kind) ? 'bad' : changeType === 'DELETE' ? 'warn' : 'plain';
  return (
    <Stack gap={1}>
      <Row gap={1}>
        <Badge tone={tone}>{KINDS.find(({ value }) => value === kind)?.label ?? kind}</Badge>
        {kind === 'CHANGE' && changeType === 'DELETE' && <Badge tone="warn">Deletion</Badge>}
      </Row>
      <Soft>{details.filter((detail) => detail !== null && detail !== '').join(' · ')}</Soft>
    </Stack>
  );
}

function Origin({ event: { request } }: { readonly event: AuditEvent }): ReactNode {
  if (request === null) return <Soft>The server</Soft>;
  const { address, id, operation, userAgent } = request;
  return (
    <Stack gap={1}>
      <bdi title={`Request ${id}${userAgent === null ? '' : `, ${userAgent}`}`}>{operation}</bdi>
      {address !== null && <Soft>{address}</Soft>}
    </Stack>
  );
}
