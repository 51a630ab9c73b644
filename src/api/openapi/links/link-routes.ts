import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asObject, asTexts } from '../../../util/json/json-input.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import {
  scrollLinks,
  type LinkPage,
  type LinkScrollInput,
} from '../../../operations/relationships/scroll-links.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { MAX_PAGE_COUNT, isEmptySlice, keepAliveOf } from '../page-parameters.ts';
import { lineageJson, linkJson } from './link-json.ts';

const DEFAULT_COUNT = 10;
const VERSIONS = ['v2', 'v3'] as const;

interface EntityPath {
  readonly entityName: string;
  readonly urn: string;
}

/** Routes that list links: of one relationship type, of one entity, and lineage. */
export function linkRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  for (const version of VERSIONS) {
    const base = `/openapi/${version}/relationship`;
    app.get<{ Params: { readonly type: string } }>(`${base}/:type`, runs(scrollLinks), async (request) =>
      pageJson(await scroll(request, { types: [request.params.type] }), linkJson),
    );
    app.get<{ Params: EntityPath }>(`${base}/:entityName/:urn`, runs(scrollLinks), async (request) =>
      pageJson(await scroll(request, ofEntity(request, registry), OF_ENTITY), linkJson),
    );
  }
  app.post('/openapi/v3/lineage/scroll', runs(scrollLinks), async (request) =>
    pageJson(await scroll(request, lineage(request), OF_LINEAGE), lineageJson),
  );
}

/** Names of the query parameters of `scroll`. */
const PARAMETERS = ['includeSoftDelete', 'count', 'scrollId', 'sliceId', 'sliceMax', 'pitKeepAlive'];

async function scroll(
  request: FastifyRequest,
  of: Partial<LinkScrollInput>,
  others: readonly string[] = [],
): Promise<LinkPage> {
  const parameters = QueryParameters.of(request, [...PARAMETERS, ...others]);
  const input = {
    types: [],
    sourceTypes: [],
    destinationTypes: [],
    isLineage: false,
    includeSoftDelete: parameters.flag('includeSoftDelete', false),
    count: Math.min(parameters.count('count') ?? DEFAULT_COUNT, MAX_PAGE_COUNT),
    scrollId: parameters.text('scrollId'),
    ...of,
  };
  // Scroll ids of links do not expire; an invalid value is refused nevertheless.
  keepAliveOf(parameters);
  if (isEmptySlice(parameters)) return { links: [], nextScrollId: undefined };
  return requesterOf(request).run(scrollLinks, input);
}

const OF_ENTITY = ['relationshipType[]', 'relationshipType', 'direction'];

function ofEntity(
  request: FastifyRequest<{ Params: EntityPath }>,
  registry: EntityRegistry,
): Partial<LinkScrollInput> {
  const parameters = new QueryParameters(request);
  const urn = urnOf(entitySpec(registry, request.params.entityName), request.params.urn);
  const types = [...parameters.list('relationshipType[]'), ...parameters.list('relationshipType')];
  const named = { types: types.includes('*') ? [] : types };
  const direction = parameters.text('direction')?.toUpperCase() ?? 'OUTGOING';
  if (direction === 'OUTGOING') return { ...named, sources: [urn] };
  if (direction === 'INCOMING') return { ...named, destinations: [urn] };
  throw invalidRequest(`Parameter direction must be INCOMING or OUTGOING, but it is '${direction}'.`);
}

const OF_LINEAGE = ['relationshipTypes', 'direction'];

function lineage(request: FastifyRequest): Partial<LinkScrollInput> {
  const parameters = new QueryParameters(request);
  const body = request.body === undefined ? {} : asObject(bodyOf(request), 'The body');
  noteUnknownMembers(body, ['urns'], 'The body');
  const urns = asTexts(body['urns'] ?? [], 'urns');
  checkBatchSize('urns', urns.length);
  const ends = urns.map(parseUrn);
  const direction = parameters.text('direction')?.toUpperCase();
  if (direction !== undefined && direction !== 'UPSTREAM' && direction !== 'DOWNSTREAM') {
    throw invalidRequest(`Parameter direction must be UPSTREAM or DOWNSTREAM, but it is '${direction}'.`);
  }
  return {
    types: parameters.list('relationshipTypes'),
    isLineage: true,
    ...(ends.length > 0 && { ends, ...(direction !== undefined && { direction }) }),
  };
}

function pageJson<Link>(
  { links, nextScrollId }: LinkPage,
  toJson: (link: LinkPage['links'][number]) => Link,
): { readonly scrollId?: string; readonly results: readonly Link[] } {
  return { ...(nextScrollId !== undefined && { scrollId: nextScrollId }), results: links.map(toJson) };
}
