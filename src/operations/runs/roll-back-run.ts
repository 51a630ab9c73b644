import type { RollbackRequest } from '../../change/rollback/rollback-report.ts';
import { markRolledBack } from '../ingestion/mark-rolled-back.ts';
import { WRITE } from '../needs.ts';
import { defineModelled } from '../operation.ts';

/** Rolls back a run, which its execution request then tells, or only reports what a rollback would do. */
export const rollBackRun = defineModelled({
  name: 'rollBackRun',
  effect: 'delete',
  summary: 'Rolls back a run, or only reports what a rollback would do.',
  needs: WRITE,
  run: async (request: RollbackRequest, work) => {
    const report = await work.writes.rollBackRun(request);
    if (!request.dryRun) await markRolledBack(request.runId, work);
    return report;
  },
});
