import { useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import { NameText } from '../../components/text/name-text.tsx';
import { usePrivileges } from '../../api/privileges.ts';
import { ButtonLink } from '../../components/controls/button.tsx';
import { Facts } from '../../components/data/table.tsx';
import { Denied, LoadProblem } from '../../components/feedback/denied.tsx';
import { EmptyState, Skeleton } from '../../components/feedback/notices.tsx';
import { Page, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import {
  MANAGE_INGESTION,
  PRIVILEGE_NAME,
  useSource,
  type ShownSource,
} from '../../features/ingestion/ingestion-data.ts';
import { SourceBreadcrumbs } from '../../features/ingestion/source-breadcrumbs.tsx';
import { RunView } from '../../features/ingestion/run-view.tsx';
import { RunsTable } from '../../features/ingestion/runs-table.tsx';
import { scheduleText } from '../../features/ingestion/schedule-text.ts';
import { SourceActions } from '../../features/ingestion/source-actions.tsx';
import { startIn } from '../../urls/list-state.ts';
import { useUrlState, type UrlCodec } from '../../urls/search-state.ts';
import { urnOfStep } from '../../urls/paths.ts';

/** The open run, by the last part of its urn, and the offset of the shown runs. */
interface RunsState {
  readonly run: string;
  readonly start: number;
}

const RUNS: UrlCodec<RunsState> = {
  parse: (parameters) => ({ run: parameters.get('run') ?? '', start: startIn(parameters) }),
  format: ({ run, start }) =>
    new URLSearchParams({ ...(run !== '' && { run }), ...(start > 0 && { start: String(start) }) }),
};

const RUN_URN = 'urn:li:dataHubExecutionRequest:';

/** Page of an ingestion source: actions, and its runs with their logs. */
export function IngestionSourcePage(): ReactNode {
  const urn = urnOfStep(useParams()['urn'] ?? '');
  const mayManage = usePrivileges()?.has(MANAGE_INGESTION);
  if (mayManage === true) return <Source key={urn} urn={urn} />;
  return (
    <Page title="Ingestion source" above={<SourceBreadcrumbs />}>
      {mayManage === undefined && <Skeleton lines={8} />}
      {mayManage === false && <Denied what="see ingestion sources" needs={PRIVILEGE_NAME} />}
    </Page>
  );
}

function Source({ urn }: { readonly urn: string }): ReactNode {
  const [state, setState] = useUrlState(RUNS);
  const { data, error, refetch } = useSource(urn, state.start);
  if (data) return <Found source={data} state={state} onState={setState} />;
  return (
    <Page title="Ingestion source" above={<SourceBreadcrumbs />}>
      {error !== null && <LoadProblem error={error} what="see this source" onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton lines={8} />}
      {data === null && (
        <EmptyState title="Source not found" actions={<ButtonLink to="/ingestion">All sources</ButtonLink>}>
          <p>It may have been deleted.</p>
        </EmptyState>
      )}
    </Page>
  );
}

function Found({
  source,
  state,
  onState,
}: {
  readonly source: ShownSource;
  readonly state: RunsState;
  readonly onState: (state: RunsState) => void;
}): ReactNode {
  const { config, name, schedule, type, urn } = source;
  const [test, setTest] = useState<string>();
  const opened = state.run === '' ? '' : RUN_URN + state.run;
  const open = (run: string): void => {
    onState({ ...state, run: run.replace(RUN_URN, '') });
  };
  return (
    <Page
      title={name}
      shownTitle={<NameText>{name}</NameText>}
      above={<SourceBreadcrumbs />}
      actions={<SourceActions source={source} onRun={open} onTest={setTest} />}
    >
      <Stack gap={5}>
        <Facts
          facts={[
            { label: 'Type', value: <NameText>{type}</NameText> },
            { label: 'Schedule', value: scheduleText(schedule) },
            { label: 'Executor', value: <NameText>{config?.executorId ?? 'default'}</NameText> },
          ]}
        />
        {test !== undefined && <RunView key={test} urn={test} title="Connection test" />}
        {opened !== '' && <RunView key={opened} urn={opened} title={`Run ${state.run}`} source={urn} />}
        <Section title="Runs">
          <RunsTable
            source={source}
            opened={opened}
            onOpen={open}
            start={state.start}
            onStart={(start) => {
              onState({ ...state, start });
            }}
          />
        </Section>
      </Stack>
    </Page>
  );
}
