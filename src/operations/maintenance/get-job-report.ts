import { JOB_KINDS } from '../../model/maintenance/job-report.ts';
import { defineProtected } from '../operation.ts';
import { maybe, objectOf, oneOf } from '../shapes.ts';
import { JOB_NUMBER, MAINTENANCE } from './maintenance.ts';
import { visibleReport } from './visible-results.ts';

/** The report of a job of any process; undefined when there is none. */
export const getJobReport = defineProtected({
  name: 'getJobReport',
  effect: 'read',
  summary: 'Gets the report of a doctor or system update; without an id, the latest.',
  ...MAINTENANCE,
  /** Without an id, the latest of its kind. */
  input: () => objectOf({ kind: oneOf(JOB_KINDS), id: maybe(JOB_NUMBER) }),
  run: async ({ kind, id }, { anyScope, services }) => {
    const report = await services.maintenance.report(kind, id);
    return report && visibleReport(report, anyScope);
  },
});
