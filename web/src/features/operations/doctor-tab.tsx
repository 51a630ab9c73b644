import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { LoadProblem } from '../../components/feedback/denied.tsx';
import { ErrorNotice, Skeleton } from '../../components/feedback/notices.tsx';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { DoctorResult } from './doctor-result.tsx';
import { JobProgress } from './job-report.tsx';
import { isInProgress, useLatestJob, useStartJob } from './operations-data.ts';

/** Runs the doctor, which compares the index with the store and repairs differences. */
export function DoctorTab(): ReactNode {
  const { data, error, refetch } = useLatestJob('doctor');
  const start = useStartJob('doctor');
  const isBusy = isInProgress(data) || start.isPending;
  return (
    <Stack gap={4}>
      <p>
        The doctor compares the search index with the store, entity by entity, while the server keeps working.
        A repair reindexes entities that differ.
      </p>
      <Row>
        <Button
          look="primary"
          isPending={isBusy}
          onPress={() => {
            start.mutate({ repair: false });
          }}
        >
          Compare
        </Button>
        <Button
          isPending={isBusy}
          onPress={() => {
            start.mutate({ repair: true });
          }}
        >
          Compare and repair
        </Button>
      </Row>
      {start.error !== null && <ErrorNotice error={start.error} />}
      {error !== null && (
        <LoadProblem error={error} what="see the doctor’s report" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data === null && <p>No report yet. Start a comparison to get one.</p>}
      {data && (
        <JobProgress kind="doctor" report={data}>
          <DoctorResult result={data.result} />
        </JobProgress>
      )}
    </Stack>
  );
}
