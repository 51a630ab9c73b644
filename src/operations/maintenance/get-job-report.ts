import type { JobKind } from '../../model/maintenance/job-report.ts';
import { defineProtectedModelled } from '../operation.ts';
import { UPKEEP } from './upkeep.ts';
import { visibleReport } from './visible-results.ts';

/** A job; without an id, the latest of its kind. */
interface JobChoice {
  readonly kind: JobKind;
  readonly id?: number | undefined;
}

/** The report of a job of any process; undefined when there is none. */
export const getJobReport = defineProtectedModelled({
  name: 'getJobReport',
  effect: 'read',
  summary: 'Gets the report of a doctor or system update; without an id, the latest.',
  ...UPKEEP,
  run: async ({ kind, id }: JobChoice, { anyScope, services }) => {
    const report = await services.maintenance.report(kind, id);
    return report && visibleReport(report, anyScope);
  },
});
