import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, findAspect, unknownAspect } from '../../../model/registry/find-in-registry.ts';
import { scanPoints } from '../../../operations/timeseries/scan-points.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { listJson, scrollIdMember } from '../aspect-json.ts';
import type { ScannedPoint } from '../../../operations/timeseries/scan-points.ts';
import { MAX_PAGE_COUNT } from '../page-parameters.ts';

const DEFAULT_COUNT = 10;

interface TimeseriesPath {
  readonly entityName: string;
  readonly aspectName: string;
}

/** `GET /openapi/v2/timeseries/{entityName}/{aspectName}`: points of all entities of a type, newest first. */
export function timeseriesRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const path = '/openapi/v2/timeseries/:entityName/:aspectName';
  app.get<{ Params: TimeseriesPath }>(path, runs(scanPoints), (request, reply) =>
    scrollPoints(registry, request, reply),
  );
}

const PARAMETERS = ['count', 'scrollId', 'startTimeMillis', 'endTimeMillis', 'systemMetadata'];

async function scrollPoints(
  registry: EntityRegistry,
  request: FastifyRequest<{ Params: TimeseriesPath }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parameters = QueryParameters.of(request, PARAMETERS);
  const entity = entitySpec(registry, request.params.entityName);
  const aspect = findAspect(entity, request.params.aspectName);
  if (aspect === undefined) throw unknownAspect(entity, request.params.aspectName, 'INVALID_REQUEST');
  if (aspect.kind !== 'timeseries') {
    throw invalidRequest(`Only timeseries aspects are supported. ${aspect.name} is a versioned aspect.`);
  }
  const scrollId = parameters.text('scrollId');
  const limit = Math.min(parameters.count('count') ?? DEFAULT_COUNT, MAX_PAGE_COUNT);
  const found = await requesterOf(request).run(scanPoints, {
    ...{ entityType: entity.name, aspectName: aspect.name },
    from: parameters.count('startTimeMillis'),
    to: parameters.count('endTimeMillis'),
    // One more than requested, to know whether there is a next page.
    limit: limit + 1,
    after: scrollId === undefined ? undefined : Buffer.from(scrollId, 'base64url').toString(),
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? undefined : Buffer.from(last.position).toString('base64url');
  const withSystemMetadata = parameters.flag('systemMetadata', false);
  const results = listJson(shown.map((point) => pointJson(point, withSystemMetadata)));
  return reply.type(JSON_TYPE).send(`{${scrollIdMember(next)}"results":${results}}`);
}

/** JSON text of a point; copies the stored text. */
function pointJson({ point, timestampMillis }: ScannedPoint, withSystemMetadata: boolean): string {
  const { messageId } = point.value;
  const members = [
    `"urn":${JSON.stringify(point.urn)}`,
    `"timestampMillis":${timestampMillis}`,
    ...(typeof messageId === 'string' ? [`"messageId":${JSON.stringify(messageId)}`] : []),
    `"event":${point.text}`,
    ...(withSystemMetadata ? [`"systemMetadata":${JSON.stringify(point.systemMetadata)}`] : []),
  ];
  return `{${members.join(',')}}`;
}
