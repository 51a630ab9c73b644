import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/text/badge.tsx';
import { Moment } from '../../components/text/moment.tsx';
import { ErrorNotice, Notice, Progress, TechnicalDetails } from '../../components/feedback/notices.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import { phaseText } from './job-words.ts';
import { isInProgress, useStopJob, type JobKind, type JobReport } from './operations-data.ts';

const STATES = {
  waiting: { tone: 'plain', text: 'Waiting' },
  running: { tone: 'accent', text: 'Running' },
  succeeded: { tone: 'good', text: 'Succeeded' },
  failed: { tone: 'bad', text: 'Failed' },
} as const;

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
          <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
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
            <Progress label={phaseText(phase)} done={done} total={total > 0 ? total : undefined} />
            <Soft>
              {phaseText(phase)}. You can leave this page: the job continues, and is shown here when you
              return.
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
        {state === 'failed' && stop.variables === id && (
          <Notice>
            <p>Stopped on request. Finished work is kept.</p>
          </Notice>
        )}
        {state === 'failed' && stop.variables !== id && (
          <Notice tone="bad">
            <p>The job failed. Finished work is kept. Solve the cause, then start it again.</p>
            <TechnicalDetails>{error}</TechnicalDetails>
          </Notice>
        )}
        {state === 'succeeded' && children}
      </Stack>
    </section>
  );
}
