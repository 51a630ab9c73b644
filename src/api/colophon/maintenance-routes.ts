import { CatalogError } from '../../errors.ts';
import type { IndexMapping } from '../../model/maintenance/index-mapping.ts';
import type { JobKind, JobReport } from '../../model/maintenance/job-report.ts';
import { getJobReport } from '../../operations/maintenance/get-job-report.ts';
import { listIndexMappings } from '../../operations/maintenance/list-index-mappings.ts';
import { startDoctor } from '../../operations/maintenance/start-doctor.ts';
import { startSystemUpdate } from '../../operations/maintenance/start-system-update.ts';
import { stopJob } from '../../operations/maintenance/stop-job.ts';
import type { JsonObject } from '../../util/json.ts';
import { exposed, type OwnRoute } from './own-route.ts';

/** Operator tasks: jobs, their reports, and the index mappings of structured properties. */
export const MAINTENANCE_ROUTES: readonly OwnRoute[] = [
  exposed('GET /system-update/mappings', listIndexMappings, {
    present: (mappings) => ({ mappings: mappings.map(presentMapping) }),
  }),
  exposed('POST /system-update', startSystemUpdate, { success: 202, mayOmitBody: true }),
  exposed('POST /doctor', startDoctor, { success: 202, mayOmitBody: true }),
  ...reportRoutes('system-update', 'SystemUpdate'),
  ...reportRoutes('doctor', 'Doctor'),
];

function reportRoutes(kind: JobKind, name: string): readonly OwnRoute[] {
  const known = (report: JobReport | undefined, { id }: JsonObject): JobReport => {
    if (report !== undefined) return report;
    const which = id === undefined ? `No ${kind} job` : `No ${kind} job with the number ${Number(id)}`;
    throw new CatalogError('NOT_FOUND', `${which} is known; only the latest are kept. Start one with POST.`);
  };
  const of = { fixed: { kind }, mayMiss: true } as const;
  return [
    exposed(`GET /${kind}`, getJobReport, {
      fixed: { kind, id: undefined },
      mayMiss: true,
      id: `getLatest${name}`,
      summary: `Gets the report of the latest ${kind} job.`,
      parameters: [
        {
          name: 'orNone',
          in: 'query',
          schema: { type: 'boolean', default: false },
          description: 'Whether to answer with an empty object instead of 404 when no job is known.',
        },
      ],
      around: async (run, sent, query) => {
        const isOptional = query.flag('orNone', false);
        const report = await run();
        return isOptional ? (report ?? {}) : known(report, sent);
      },
    }),
    exposed(`GET /${kind}/:id`, getJobReport, {
      ...of,
      id: `get${name}`,
      summary: `Gets the report of a ${kind} job.`,
      present: known,
    }),
    exposed(`POST /${kind}/:id/stop`, stopJob, {
      ...of,
      id: `stop${name}`,
      success: 202,
      summary: `Stops a ${kind} job; finished work is kept.`,
      present: known,
    }),
  ];
}

function presentMapping({ entityType, field, propertyUrn, state, values }: IndexMapping): JsonObject {
  return { field, propertyUrn, state, entityType, values };
}
