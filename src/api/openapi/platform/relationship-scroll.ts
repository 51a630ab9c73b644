import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../errors.ts';
import type { Catalog } from '../../../auth/catalog.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec } from '../../../model/find-in-registry.ts';
import type { Filter } from '../../../model/filter.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { asObject } from '../../../util/json-input.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { catalogOf } from '../../http/request-context.ts';
import type { PageInput } from '../catalog-types.ts';
import { isEmptySlice, pageInput } from '../page-parameters.ts';
import { readFilter } from '../read-filter.ts';
import { directionOf } from './relationships.ts';

/** Most links of one entity that a page has. */
const MAX_LINKS = 10_000;

/** One link, from the entity whose aspect declares it. */
interface Link {
  readonly relationshipType: string;
  readonly source: Urn;
  readonly destination: Urn;
}

/** What one end of the links must be. */
interface End {
  readonly entityTypes: readonly string[];
  readonly filter: Filter;
}

/**
 * `POST /openapi/v3/relationship/scroll`: every link between entities of some kind, page by page. A page is one of
 * entities, `count` of them, with all their links; a client goes on until there is no `scrollId`.
 */
export function relationshipScrollRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  app.post('/openapi/v3/relationship/scroll', async (request) => {
    const parameters = new QueryParameters(request);
    if (isEmptySlice(parameters)) return { scrollId: null, results: [] };
    const { links, scrollId } = await scrollLinks(registry, parameters, request);
    return { scrollId: scrollId ?? null, results: links.map(presented) };
  });
}

async function scrollLinks(
  registry: EntityRegistry,
  parameters: QueryParameters,
  request: FastifyRequest,
): Promise<{ readonly links: readonly Link[]; readonly scrollId: string | undefined }> {
  const body = request.body === undefined ? {} : asObject(bodyOf(request), 'The body');
  if (directionOf(parameters) === 'INCOMING') {
    throw invalidRequest(
      'Parameter direction must be OUTGOING here. Exchange the conditions on the two ends.',
    );
  }
  if (readFilter(body['edgeFilter']).length > 0) {
    throw invalidRequest('edgeFilter is not supported. Filter by relationshipTypes and by the two ends.');
  }
  const source = endOf(registry, parameters.list('sourceTypes'), readFilter(body['sourceFilter']));
  const target = endOf(registry, parameters.list('destinationTypes'), readFilter(body['destinationFilter']));
  // The links are found from the end that says more.
  const isFromTarget = isOpen(source) && !isOpen(target);
  const [from, to] = isFromTarget ? [target, source] : [source, target];
  const catalog = catalogOf(request);
  const input = pageInput(parameters, everyType(registry, from));
  const page = await catalog.search(input);
  const found = await Promise.all(
    page.hits.map(({ urn }) =>
      linksOf(catalog, urn, isFromTarget, parameters.list('relationshipTypes'), input),
    ),
  );
  const links = await withOtherEnd(catalog, registry, found.flat(), isFromTarget, to, input);
  return { links, scrollId: page.nextScrollId };
}

async function linksOf(
  catalog: Catalog,
  urn: Urn,
  isIncoming: boolean,
  types: readonly string[],
  { flags }: PageInput,
): Promise<readonly Link[]> {
  const { entities } = await catalog.relationships({
    urn,
    types,
    direction: isIncoming ? 'INCOMING' : 'OUTGOING',
    start: 0,
    count: MAX_LINKS,
    includeSoftDelete: flags.includeSoftDeleted,
  });
  return entities.map(({ urn: other, relationshipType }) =>
    isIncoming
      ? { relationshipType, source: other, destination: urn }
      : { relationshipType, source: urn, destination: other },
  );
}

/** The links whose other end meets its conditions. */
async function withOtherEnd(
  catalog: Catalog,
  registry: EntityRegistry,
  links: readonly Link[],
  isFromTarget: boolean,
  end: End,
  input: PageInput,
): Promise<readonly Link[]> {
  if (isOpen(end)) return links;
  const otherOf = (link: Link): Urn => (isFromTarget ? link.source : link.destination);
  const isOneOf = {
    field: 'urn',
    operator: 'EQUAL',
    values: [...new Set(links.map(otherOf))],
    negated: false,
  } as const;
  const groups = end.filter.length === 0 ? [[]] : end.filter;
  const filter = groups.map((criteria) => [...criteria, isOneOf]);
  const { entityTypes } = everyType(registry, end);
  const page = { ...input, entityTypes, filter, scrollId: undefined, count: isOneOf.values.length };
  const matching = new Set((await catalog.search(page)).hits.map(({ urn }) => urn));
  return links.filter((link) => matching.has(otherOf(link)));
}

function endOf(registry: EntityRegistry, types: readonly string[], filter: Filter): End {
  return { entityTypes: types.map((name) => entitySpec(registry, name).name), filter };
}

function isOpen({ entityTypes, filter }: End): boolean {
  return entityTypes.length === 0 && filter.length === 0;
}

/** Links go between entities of all types, not only of those that are searched by default. */
function everyType(registry: EntityRegistry, end: End): End {
  return end.entityTypes.length > 0 ? end : { ...end, entityTypes: [...registry.entities.keys()] };
}

function presented({ relationshipType, source, destination }: Link): object {
  return {
    relationshipType,
    source: { urn: source, entityType: entityTypeOf(source) },
    destination: { urn: destination, entityType: entityTypeOf(destination) },
  };
}
