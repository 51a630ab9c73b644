import { Buffer } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, findAspect, unknownAspect } from '../../../model/registry/find-in-registry.ts';
import { scanPoints, type PointScan, type ScannedPoint } from '../../../operations/timeseries/scan-points.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { JSON_TYPE } from '../answer-writes.ts';
import { listJson, scrollIdMember } from '../aspect-json.ts';
import { ReadTooLargeError } from '../../../operations/read-limit.ts';
import type { Requester } from '../../../operations/requester.ts';
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
  const scan = {
    entityType: entity.name,
    aspectName: aspect.name,
    from: parameters.count('startTimeMillis'),
    to: parameters.count('endTimeMillis'),
    after: scrollId === undefined ? undefined : Buffer.from(scrollId, 'base64url').toString(),
  };
  const { shown, isLast } = await readPage(requesterOf(request), scan, limit);
  const last = isLast ? undefined : shown.at(-1);
  const next = last === undefined ? undefined : Buffer.from(last.position).toString('base64url');
  const withSystemMetadata = parameters.flag('systemMetadata', false);
  const results = listJson(shown.map((point) => pointJson(point, withSystemMetadata)));
  return reply.type(JSON_TYPE).send(`{${scrollIdMember(next)}"results":${results}}`);
}

/** A page of at most `limit` points, fewer if they are too large for one response. */
async function readPage(
  requester: Requester,
  scan: Omit<PointScan, 'limit'>,
  limit: number,
): Promise<{ readonly shown: readonly ScannedPoint[]; readonly isLast: boolean }> {
  try {
    // One more than requested, to know whether there is a next page.
    const found = await requester.run(scanPoints, { ...scan, limit: limit + 1 });
    return { shown: found.slice(0, limit), isLast: found.length <= limit };
  } catch (error) {
    if (!(error instanceof ReadTooLargeError) || error.fitting === 0) throw error;
    return { shown: await requester.run(scanPoints, { ...scan, limit: error.fitting }), isLast: false };
  }
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
