import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { ErrorNotice, Notice, Progress } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { isInProgress, useStopJob, type JobKind, type JobReport } from './operations-data.ts';

const TONES = { waiting: 'plain', running: 'accent', succeeded: 'good', failed: 'bad' } as const;

/** Progress of a job. The job continues if the page is closed, and is shown again when it is reopened. */
export function JobProgress({
  kind,
  report,
  children,
}: {
  readonly kind: JobKind;
  readonly report: JobReport;
  /** Result, shown once the job has succeeded. */
  readonly children: ReactNode;
}): ReactNode {
  const stop = useStopJob(kind);
  const { done, error, finishedAt, id, phase, startedAt, state, total } = report;
  return (
    <section aria-label={`Job ${id}`}>
      <Stack>
        <Row>
          <strong>Job {id.toLocaleString('en')}</strong>
          <Badge tone={TONES[state]}>{state}</Badge>
          {startedAt !== undefined && (
            <Soft>
              started <Moment time={startedAt} />
            </Soft>
          )}
          {startedAt !== undefined && finishedAt !== undefined && (
            <Soft>
              took {((finishedAt - startedAt) / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s
            </Soft>
          )}
        </Row>
        {isInProgress(report) && (
          <Stack gap={1}>
            <Progress label={`Progress of ${phase}`} done={done} total={total > 0 ? total : undefined} />
            <Soft>
              {phase}. You can leave this page: the job continues, and is shown here when you return.
            </Soft>
            <Row>
              <Button
                isPending={stop.isPending || stop.variables === id}
                onPress={() => {
                  stop.mutate(id);
                }}
              >
                Stop
              </Button>
              {stop.variables === id && <Soft>Stopping.</Soft>}
            </Row>
            {stop.error !== null && <ErrorNotice error={stop.error} />}
          </Stack>
        )}
        {state === 'failed' && <Notice tone="bad">{error === '' ? 'The job failed.' : error}</Notice>}
        {state === 'succeeded' && children}
      </Stack>
    </section>
  );
}
