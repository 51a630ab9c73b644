import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { IndexMapping } from '../../model/maintenance/index-mapping.ts';
import type { JobKind, JobReport } from '../../model/maintenance/job-report.ts';
import type { UpdateRequest } from '../../model/maintenance/system-update-request.ts';
import { asObject, optionalFlag, optionalText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { bodyOf } from '../http/request-body.ts';
import { catalogOf } from '../http/request-context.ts';
import { refuseUnknownMembers } from './known-members.ts';

/**
 * Operator tasks. `POST /system-update` and `POST /doctor` start a job and return its report (202). `GET` on the same
 * path returns the report of the latest job, `GET <path>/<id>` of one job. `GET /system-update/mappings` lists the
 * index mappings of structured properties.
 */
export function addMaintenanceRoutes(app: FastifyInstance): void {
  app.get('/system-update/mappings', async (request) => {
    const mappings = await catalogOf(request).maintenance().mappings();
    return { mappings: mappings.map(presentMapping) };
  });

  app.post('/system-update', async (request, reply) => {
    const maintenance = catalogOf(request).maintenance();
    return reply.code(202).send(await maintenance.startSystemUpdate(updateRequest(optionalBodyOf(request))));
  });

  app.post('/doctor', async (request, reply) => {
    const maintenance = catalogOf(request).maintenance();
    return reply.code(202).send(await maintenance.startDoctor(doctorRequest(optionalBodyOf(request))));
  });

  addReportRoutes(app, 'system-update');
  addReportRoutes(app, 'doctor');
}

function addReportRoutes(app: FastifyInstance, kind: JobKind): void {
  app.get(`/${kind}`, (request) => reportOf(request, kind, undefined));
  app.get<{ Params: { id: string } }>(`/${kind}/:id`, (request) => {
    const id = Number(request.params.id);
    if (!Number.isSafeInteger(id)) throw invalidRequest(`'${request.params.id}' is not a job number.`);
    return reportOf(request, kind, id);
  });
}

async function reportOf(request: FastifyRequest, kind: JobKind, id: number | undefined): Promise<JobReport> {
  const report = await catalogOf(request).maintenance().report(kind, id);
  if (report === undefined) {
    const which = id === undefined ? `No ${kind} job` : `No ${kind} job with the number ${id}`;
    throw new CatalogError('NOT_FOUND', `${which} is known; only the latest are kept. Start one with POST.`);
  }
  return report;
}

/** Parses the body of `POST /system-update`; throws INVALID_REQUEST with the invalid member. */
export function updateRequest(body: JsonValue): UpdateRequest {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, ['step', 'reindexMappings', 'structuredProperties']);
  const step = optionalText(input['step'], 'step');
  return {
    ...(step !== undefined && { step }),
    switches: {
      reindexMappings: optionalFlag(input['reindexMappings'], 'reindexMappings') === true,
      structuredProperties: optionalFlag(input['structuredProperties'], 'structuredProperties') === true,
    },
  };
}

function doctorRequest(body: JsonValue): { readonly repair: boolean } {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, ['repair']);
  return { repair: optionalFlag(input['repair'], 'repair') === true };
}

/** A POST without a body starts a job with defaults. */
function optionalBodyOf(request: FastifyRequest): JsonValue {
  return request.body === undefined ? {} : bodyOf(request);
}

function presentMapping({ entityType, field, propertyUrn, state, values }: IndexMapping): JsonObject {
  return { field, propertyUrn, state, entityType, values };
}
