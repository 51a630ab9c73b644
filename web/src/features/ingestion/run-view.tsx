import type { ReactNode } from 'react';
import { NameText } from '../../components/text/name-text.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { LogText } from '../../components/text/log-text.tsx';
import { LongText } from '../../components/text/long-text.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { Record, Records } from '../../components/lists/records.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { Section } from '../../components/layout/section.tsx';
import { useCancelRun, useRun, type ShownRun } from './ingestion-data.ts';
import { readReport, type ReportEntry } from './run-report.ts';
import { RunStatus, durationText, isInProgress } from './run-status.tsx';

const TONES = { bad: 'Failure', warn: 'Warning', good: 'Works' } as const;

/** A run or connection test: its status, its executor's report, and its log. */
export function RunView({
  urn,
  title,
  source,
}: {
  readonly urn: string;
  readonly title: string;
  /** Urn of the source, needed to cancel the run; absent for a connection test. */
  readonly source?: string;
}): ReactNode {
  const { data, error, refetch } = useRun(urn);
  return (
    <Section
      title={title}
      action={data && source !== undefined && <CancelButton run={data} source={source} />}
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {data === null && <Notice>This run has been deleted.</Notice>}
      {data && <Run run={data} />}
    </Section>
  );
}

function CancelButton({ run, source }: { readonly run: ShownRun; readonly source: string }): ReactNode {
  const cancel = useCancelRun();
  if (!isInProgress(run.result?.status) && cancel.error === null) return null;
  return (
    <Row>
      <Button
        isPending={cancel.isPending}
        onPress={() => {
          cancel.mutate({ ingestionSourceUrn: source, executionRequestUrn: run.urn });
        }}
      >
        Cancel run
      </Button>
      {cancel.isSuccess && <Soft>Cancelling. The executor stops it as soon as possible.</Soft>}
      {cancel.error !== null && <ErrorNotice error={cancel.error} />}
    </Row>
  );
}

function Run({ run: { input, result } }: { readonly run: ShownRun }): ReactNode {
  const serialized = result?.structuredReport?.serializedValue ?? '';
  const { entries, text, written } = readReport(serialized);
  const log = result?.report ?? '';
  return (
    <Stack>
      <Row>
        <span role="status">
          <RunStatus status={result?.status} />
        </span>
        {typeof result?.startTimeMs === 'number' && (
          <Soft>
            begun <Moment time={result.startTimeMs} />
          </Soft>
        )}
        {typeof result?.durationMs === 'number' && <Soft>took {durationText(result.durationMs)}</Soft>}
        {written !== undefined && <Soft>{written.toLocaleString('en')} records written</Soft>}
      </Row>
      {typeof result?.status !== 'string' && (
        <Soft>
          No executor has started this run. Start one with the ID {input?.executorId ?? 'default'}; run{' '}
          <code>colophon executor</code> to see how.
        </Soft>
      )}
      {entries.length > 0 && <Entries entries={entries} />}
      {log !== '' && (
        <>
          <h3>Log</h3>
          <LogText label="Log">{log}</LogText>
        </>
      )}
      {text !== '' && (
        <details>
          <summary>Executor report</summary>
          <LogText label="Executor report">{text}</LogText>
        </details>
      )}
    </Stack>
  );
}

function Entries({ entries }: { readonly entries: readonly ReportEntry[] }): ReactNode {
  return (
    <Records label="Failures, warnings and checks">
      {entries.map(({ text, title, tone }, index) => (
        <Record
          key={index}
          name={<NameText>{title}</NameText>}
          action={<Badge tone={tone}>{TONES[tone]}</Badge>}
        >
          {text !== '' && <LongText>{text}</LongText>}
        </Record>
      ))}
    </Records>
  );
}
