import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Badge } from '../../components/text/badge.tsx';
import { Table } from '../../components/data/table.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Progress, Skeleton } from '../../components/feedback/notices.tsx';
import { Soft, Stack } from '../../components/layout/layout.tsx';
import { removalReason, removalState } from './job-words.ts';
import { useValueRemovals, type ValueRemoval } from './operations-data.ts';

/** Jobs that remove values of properties that were deleted or changed incompatibly. */
export function RemovalsTab(): ReactNode {
  const { data, error, refetch } = useValueRemovals();
  const nameOfUrn = useEntityNames((data ?? []).map(({ propertyUrn }) => propertyUrn));
  if (error !== null) return <LoadProblem error={error} what="see removals" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} />;
  if (data.length === 0) {
    return (
      <EmptyState title="No value removals">
        <p>
          Deleting a structured property permanently, or changing it so that its values become invalid, starts
          a job that removes the values. It is shown here.
        </p>
      </EmptyState>
    );
  }
  return (
    <Table
      label="Value removals"
      items={data}
      keyOf={({ propertyUrn, generation }) => `${propertyUrn} ${generation}`}
      columns={[
        {
          id: 'property',
          label: 'Property',
          render: ({ propertyUrn, reason }) => (
            <Stack gap={1}>
              <NameText title={propertyUrn}>{nameOfUrn(propertyUrn)}</NameText>
              <Soft>{removalReason(reason)}</Soft>
            </Stack>
          ),
        },
        {
          id: 'state',
          label: 'State',
          render: ({ state }) => (
            <Badge tone={state === 'finished' ? 'good' : 'accent'}>{removalState(state)}</Badge>
          ),
        },
        { id: 'progress', label: 'Entities', render: (removal) => <RemovalProgress removal={removal} /> },
        {
          id: 'ended',
          label: 'Requested',
          isExtra: true,
          render: ({ endedAt }) => <Moment time={endedAt} />,
        },
        {
          id: 'end',
          label: 'Expected end',
          isExtra: true,
          render: ({ estimatedEndAt }) => estimatedEndAt !== undefined && <Moment time={estimatedEndAt} />,
        },
      ]}
    />
  );
}

function RemovalProgress({
  removal: { found, patched, rate, state },
}: {
  readonly removal: ValueRemoval;
}): ReactNode {
  if (state === 'finished') return `${patched.toLocaleString('en')} cleared`;
  return (
    <Stack gap={1}>
      <Progress label="Entities cleared" done={patched} total={found} />
      {rate > 0 && <Soft>{Math.round(rate).toLocaleString('en')} per second</Soft>}
    </Stack>
  );
}
