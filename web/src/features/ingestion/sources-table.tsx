import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { ListPager } from '../../components/controls/pager.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Table } from '../../components/data/table.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import type { ListState } from '../../urls/list-state.ts';
import { ListSearch } from '../../shared/entities/list-search.tsx';
import {
  PAGE_SIZE,
  sourcePath,
  useCancelRun,
  useSources,
  useStartRun,
  type ListedSource,
} from './ingestion-data.ts';
import { RunStatus, isInProgress } from './run-status.tsx';
import { scheduleText } from './schedule-text.ts';

/** The ingestion sources, each with its last run and a button to start or cancel one. */
export function SourcesTable({
  state,
  onState,
}: {
  readonly state: ListState;
  readonly onState: (state: ListState) => void;
}): ReactNode {
  const { data, error, refetch } = useSources(state.q, state.start);
  if (error !== null)
    return <LoadProblem error={error} what="see ingestion sources" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={8} />;
  const sources = data?.ingestionSources ?? [];
  return (
    <Stack>
      <Toolbar>
        <ListSearch
          label="Find sources"
          q={state.q}
          found={data?.total}
          onSearch={(q) => {
            onState({ ...state, q, start: 0 });
          }}
        />
      </Toolbar>
      {sources.length === 0 ? (
        <EmptyState title={state.q === '' ? 'No ingestion sources yet' : 'No sources match'}>
          <p>
            A source is a stored recipe that an executor runs, on request or on a schedule. Run{' '}
            <code>colophon executor</code> to see how to start one.
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Ingestion sources"
          items={sources}
          keyOf={({ urn }) => urn}
          columns={[
            {
              id: 'name',
              label: 'Name',
              render: ({ name, urn }) => (
                <Link href={sourcePath(urn)}>
                  <NameText>{name}</NameText>
                </Link>
              ),
            },
            { id: 'type', label: 'Type', isExtra: true, render: ({ type }) => <NameText>{type}</NameText> },
            {
              id: 'schedule',
              label: 'Schedule',
              isExtra: true,
              render: ({ schedule }) => scheduleText(schedule),
            },
            { id: 'run', label: 'Last run', render: (source) => <LastRun source={source} /> },
            {
              id: 'actions',
              label: 'Actions',
              isLabelHidden: true,
              render: (source) => <SourceAction source={source} />,
            },
          ]}
        />
      )}
      {(data?.total ?? 0) > PAGE_SIZE && (
        <ListPager
          label="Pages of sources"
          start={state.start}
          pageSize={PAGE_SIZE}
          total={data?.total ?? 0}
          onStart={(start) => {
            onState({ ...state, start });
          }}
        />
      )}
    </Stack>
  );
}

function LastRun({ source }: { readonly source: ListedSource }): ReactNode {
  const last = source.executions?.executionRequests[0];
  if (last === undefined) return <Soft>Never run</Soft>;
  const time = last.result?.startTimeMs ?? last.input?.requestedAt;
  return (
    <Row>
      <RunStatus status={last.result?.status} />
      {typeof time === 'number' && <Moment time={time} />}
    </Row>
  );
}

/** Button that runs a source, or cancels its current run. */
function SourceAction({ source: { executions, name, urn } }: { readonly source: ListedSource }): ReactNode {
  const [start, cancel] = [useStartRun(), useCancelRun()];
  const last = executions?.executionRequests[0];
  const error = start.error ?? cancel.error;
  return (
    <Stack gap={1}>
      <Row>
        {last !== undefined && isInProgress(last.result?.status) ? (
          <Button
            label={`Cancel the run of ${name}`}
            isPending={cancel.isPending}
            onPress={() => {
              cancel.mutate({ ingestionSourceUrn: urn, executionRequestUrn: last.urn });
            }}
          >
            Cancel
          </Button>
        ) : (
          <Button
            label={`Run ${name} now`}
            isPending={start.isPending}
            onPress={() => {
              start.mutate(urn);
            }}
          >
            Run now
          </Button>
        )}
      </Row>
      {error !== null && <ErrorNotice error={error} />}
    </Stack>
  );
}
