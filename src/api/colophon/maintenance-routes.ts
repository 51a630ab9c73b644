import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { IndexMapping } from '../../model/maintenance/index-mapping.ts';
import type { JobKind, JobReport } from '../../model/maintenance/job-report.ts';
import { getJobReport } from '../../operations/maintenance/get-job-report.ts';
import { listIndexMappings } from '../../operations/maintenance/list-index-mappings.ts';
import { startDoctor } from '../../operations/maintenance/start-doctor.ts';
import { startSystemUpdate } from '../../operations/maintenance/start-system-update.ts';
import { stopJob } from '../../operations/maintenance/stop-job.ts';
import type { Requester } from '../../operations/requester.ts';
import type { JsonObject } from '../../util/json.ts';
import { FLAG, TEXT, objectOf } from '../../operations/shapes.ts';
import { ownRoute, type OwnRoute } from './own-route.ts';

const UPDATE_BODY = v.pipe(
  objectOf({
    step: v.nullish(TEXT),
    reindexMappings: v.nullish(FLAG, false),
    structuredProperties: v.nullish(FLAG, false),
  }),
  v.transform(({ step, ...switches }) => ({ ...(typeof step === 'string' && { step }), switches })),
);

/** Operator tasks: jobs, their reports, and the index mappings of structured properties. */
export const MAINTENANCE_ROUTES: readonly OwnRoute[] = [
  ownRoute({
    method: 'GET',
    path: '/system-update/mappings',
    operation: listIndexMappings,
    summary: 'List the index mappings of structured properties',
    answer: async ({ requester }) => {
      const mappings = await requester.run(listIndexMappings, {});
      return { mappings: mappings.map(presentMapping) };
    },
  }),
  ownRoute({
    method: 'POST',
    path: '/system-update',
    operation: startSystemUpdate,
    success: 202,
    summary: 'Start an upgrade of the stored state to this version',
    body: UPDATE_BODY,
    mayOmitBody: true,
    answer: ({ body, requester }) => requester.run(startSystemUpdate, body),
  }),
  ownRoute({
    method: 'POST',
    path: '/doctor',
    operation: startDoctor,
    success: 202,
    summary: 'Start a comparison of the index with the store',
    body: objectOf({ repair: v.nullish(FLAG, false) }),
    mayOmitBody: true,
    answer: ({ body, requester }) => requester.run(startDoctor, body),
  }),
  ...reportRoutes('system-update', 'SystemUpdate'),
  ...reportRoutes('doctor', 'Doctor'),
];

function reportRoutes(kind: JobKind, name: string): readonly OwnRoute[] {
  return [
    ownRoute({
      method: 'GET',
      path: `/${kind}`,
      operation: getJobReport,
      id: `getLatest${name}`,
      mayMiss: true,
      summary: `Get the report of the latest ${kind} job`,
      parameters: [
        {
          name: 'orNone',
          in: 'query',
          schema: { type: 'boolean', default: false },
          description: 'Whether to answer with an empty object instead of 404 when no job is known.',
        },
      ],
      answer: async ({ query, requester }) =>
        query.flag('orNone', false)
          ? ((await requester.run(getJobReport, { kind, id: undefined })) ?? {})
          : reportOf(requester, kind, undefined),
    }),
    ownRoute({
      method: 'GET',
      path: `/${kind}/:id`,
      operation: getJobReport,
      id: `get${name}`,
      mayMiss: true,
      summary: `Get the report of a ${kind} job`,
      answer: ({ named, requester }) => reportOf(requester, kind, idOf(named('id'))),
    }),
    ownRoute({
      method: 'POST',
      path: `/${kind}/:id/stop`,
      operation: stopJob,
      id: `stop${name}`,
      success: 202,
      summary: `Stop a ${kind} job; what was finished before stays`,
      mayMiss: true,
      answer: async ({ named, requester }) => {
        const id = idOf(named('id'));
        return known(await requester.run(stopJob, { kind, id }), kind, id);
      },
    }),
  ];
}

async function reportOf(requester: Requester, kind: JobKind, id: number | undefined): Promise<JobReport> {
  return known(await requester.run(getJobReport, { kind, id }), kind, id);
}

function known(report: JobReport | undefined, kind: JobKind, id: number | undefined): JobReport {
  if (report !== undefined) return report;
  const which = id === undefined ? `No ${kind} job` : `No ${kind} job with the number ${id}`;
  throw new CatalogError('NOT_FOUND', `${which} is known; only the latest are kept. Start one with POST.`);
}

function idOf(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw invalidRequest(`'${text}' is not a job number.`);
  return id;
}

function presentMapping({ entityType, field, propertyUrn, state, values }: IndexMapping): JsonObject {
  return { field, propertyUrn, state, entityType, values };
}
