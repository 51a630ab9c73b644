import { JOB_KINDS } from '../../model/maintenance/job-report.ts';
import { defineProtected } from '../operation.ts';
import { objectOf, oneOf } from '../shapes.ts';
import { JOB_NUMBER, MAINTENANCE, recordMaintenance } from './maintenance.ts';
import { visibleReport } from './visible-results.ts';

/**
 * Requests a doctor or system update of any process to stop: it ends as failed soon after; finished work is kept.
 * Does nothing if it has ended; undefined if there is no such job.
 */
export const stopJob = defineProtected({
  name: 'stopJob',
  effect: 'write',
  summary: 'Stops a doctor or system update; finished work is kept.',
  ...MAINTENANCE,
  input: () => objectOf({ kind: oneOf(JOB_KINDS), id: JOB_NUMBER }),
  run: async ({ id, kind }, work) => {
    const { anyScope, services } = work;
    const report = await services.maintenance.report(kind, id);
    if (report === undefined) return undefined;
    if (report.finishedAt === undefined) {
      await services.maintenance.stop(id);
      recordMaintenance('stop-job', work);
    }
    return visibleReport(report, anyScope);
  },
});
