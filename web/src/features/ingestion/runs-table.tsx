import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { useEntityNames } from '../../api/names/entity-names.ts';
import { Button } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { momentText } from '../../components/text/date-text.ts';
import { Moment } from '../../components/text/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { EmptyState } from '../../components/feedback/notices.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { PAGE_SIZE, type ShownSource } from './ingestion-data.ts';
import { RunStatus, durationText } from './run-status.tsx';

/** The runs of a source, newest first, with the open one. */
export function RunsTable({
  source,
  opened,
  onOpen,
  start,
  onStart,
}: {
  readonly source: ShownSource;
  /** Urn of the open run; '' for none. */
  readonly opened: string;
  readonly onOpen: (urn: string) => void;
  readonly start: number;
  readonly onStart: (start: number) => void;
}): ReactNode {
  const runs = source.executions?.executionRequests ?? [];
  const total = source.executions?.total ?? 0;
  const nameOf = useEntityNames(runs.flatMap(({ input }) => input?.actorUrn ?? []));
  if (runs.length === 0) {
    return (
      <EmptyState title="No runs yet">
        <p>Run the source now, or add a schedule. An executor must be running.</p>
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Table
        label="Runs"
        items={runs}
        keyOf={({ urn }) => urn}
        columns={[
          { id: 'status', label: 'Status', render: ({ result }) => <RunStatus status={result?.status} /> },
          {
            id: 'requested',
            label: 'Requested',
            render: ({ input }) => input && <Moment time={input.requestedAt} />,
          },
          {
            id: 'by',
            label: 'By',
            isExtra: true,
            render: ({ input }) =>
              typeof input?.actorUrn === 'string' ? (
                <NameText>{nameOf(input.actorUrn)}</NameText>
              ) : (
                'The schedule'
              ),
          },
          {
            id: 'duration',
            label: 'Duration',
            isNumeric: true,
            render: ({ result }) =>
              typeof result?.durationMs === 'number' ? durationText(result.durationMs) : '',
          },
          {
            id: 'log',
            label: 'Log',
            isLabelHidden: true,
            render: ({ urn, input }) => (
              <Button
                look="quiet"
                label={`Log of the run of ${input ? momentText(input.requestedAt) : urn}`}
                isPressed={urn === opened}
                onPress={() => {
                  onOpen(urn === opened ? '' : urn);
                }}
              >
                {urn === opened ? 'Close' : 'Log'}
              </Button>
            ),
          },
        ]}
      />
      {total > PAGE_SIZE && (
        <ListPager label="Pages of runs" start={start} pageSize={PAGE_SIZE} total={total} onStart={onStart} />
      )}
    </Stack>
  );
}
