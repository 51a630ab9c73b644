import type { JobKind } from '../../model/maintenance/job-report.ts';
import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP, recordUpkeep } from './upkeep.ts';
import { visibleReport } from './visible-results.ts';

/**
 * Asks a doctor or system update of any process to stop: it ends as failed soon after, and what was finished before stays.
 * Does nothing when it has ended; undefined when there is no such job.
 */
export const stopJob = defineProtectedModelled({
  name: 'stopJob',
  effect: 'write',
  summary: 'Stops a doctor or system update; what was finished stays.',
  ...UPKEEP,
  run: async ({ id, kind }: { readonly kind: JobKind; readonly id: number }, work) => {
    const { anyScope, services } = work;
    const report = await services.maintenance.report(kind, id);
    if (report === undefined) return undefined;
    if (report.finishedAt === undefined) {
      await services.maintenance.stop(id);
      recordUpkeep('stop-job', work);
    }
    return visibleReport(report, anyScope);
  },
});
