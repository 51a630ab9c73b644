import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Requester } from '../../../operations/requester.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { asObject } from '../../../util/json/json-input.ts';
import {
  scrollLinks,
  type Link,
  type LinkPage,
  type LinkScrollInput,
} from '../../../operations/relationships/scroll-links.ts';
import { QueryParameters } from '../../http/query-parameters.ts';
import { bodyOf } from '../../http/request-body.ts';
import { searchEntities, type PageInput } from '../../../operations/search/search-entities.ts';
import { noteUnknownMembers } from '../../http/requests/unknown-members.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';
import { linkJson } from '../links/link-json.ts';
import { PAGE_PARAMETERS, isEmptySlice, pageInput } from '../page-parameters.ts';
import { readFilter } from '../read-filter.ts';
import { edgeFilter } from './edge-filter.ts';
import { linkEnd, meetsFilter, type LinkEnd } from './link-end.ts';
import { directionOf } from './relationships.ts';

/** Maximum pages of links that one request reads to find matching links; then the response page ends. */
const MAX_READS = 10;

/** The requested links. */
interface Wanted {
  readonly types: readonly string[];
  readonly source: LinkEnd;
  readonly destination: LinkEnd;
  readonly isWanted: (link: Link) => boolean;
  /** Count, scroll id and parameters of the entity search. */
  readonly page: PageInput;
}

const PARAMETERS = ['sourceTypes', 'destinationTypes', 'direction', 'relationshipTypes'];

/**
 * `POST /openapi/v3/relationship/scroll`: pages of links filtered by their ends and their own fields. A page may have
 * fewer links than `count`; clients continue until there is no `scrollId`.
 */
export function relationshipScrollRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  app.post('/openapi/v3/relationship/scroll', runs(scrollLinks, searchEntities), async (request) => {
    const parameters = QueryParameters.of(request, [...PAGE_PARAMETERS, ...PARAMETERS]);
    const wanted = readWanted(registry, parameters, request);
    if (isEmptySlice(parameters)) return { results: [] };
    const { links, nextScrollId } = await scroll(requesterOf(request), registry, wanted);
    return { ...(nextScrollId !== undefined && { scrollId: nextScrollId }), results: links.map(linkJson) };
  });
}

function readWanted(registry: EntityRegistry, parameters: QueryParameters, request: FastifyRequest): Wanted {
  const body = request.body === undefined ? {} : asObject(bodyOf(request), 'The body');
  noteUnknownMembers(body, ['sourceFilter', 'destinationFilter', 'edgeFilter'], 'The body');
  const first = linkEnd(registry, parameters.list('sourceTypes'), readFilter(body['sourceFilter']));
  const other = linkEnd(registry, parameters.list('destinationTypes'), readFilter(body['destinationFilter']));
  // As in DataHub's graph: with INCOMING, conditions on the source apply to the destination.
  const isIncoming = directionOf(parameters) === 'INCOMING';
  return {
    types: parameters.list('relationshipTypes'),
    source: isIncoming ? other : first,
    destination: isIncoming ? first : other,
    isWanted: edgeFilter(readFilter(body['edgeFilter'])),
    page: pageInput(parameters, { entityTypes: [], filter: [] }),
  };
}

async function scroll(requester: Requester, registry: EntityRegistry, wanted: Wanted): Promise<LinkPage> {
  const links: Link[] = [];
  let { scrollId } = wanted.page;
  for (let read = 0; read < MAX_READS; read++) {
    // Reads no more than are missing, because the scroll id points behind the last link that was read.
    const missing = wanted.page.count - links.length;
    const found = await requester.run(scrollLinks, linkInput(wanted, missing, scrollId));
    for (const link of await matching(requester, registry, wanted, found.links)) links.push(link);
    scrollId = found.nextScrollId;
    if (scrollId === undefined || links.length === wanted.page.count) break;
  }
  return { links, nextScrollId: scrollId };
}

function linkInput(wanted: Wanted, count: number, scrollId: string | undefined): LinkScrollInput {
  const { source, destination, types, page } = wanted;
  return {
    types,
    ...(source.urns !== undefined && { sources: source.urns }),
    ...(destination.urns !== undefined && { destinations: destination.urns }),
    sourceTypes: source.entityTypes,
    destinationTypes: destination.entityTypes,
    isLineage: false,
    includeSoftDelete: page.flags.includeSoftDeleted,
    count,
    scrollId,
  };
}

async function matching(
  requester: Requester,
  registry: EntityRegistry,
  { source, destination, isWanted, page }: Wanted,
  found: readonly Link[],
): Promise<readonly Link[]> {
  const links = found.filter(isWanted);
  const ends = (end: LinkEnd, urnOf: (link: Link) => Link['source']): ReturnType<typeof meetsFilter> =>
    meetsFilter(requester, registry, end, links.map(urnOf), page);
  const [isSource, isDestination] = await Promise.all([
    ends(source, (link) => link.source),
    ends(destination, (link) => link.destination),
  ]);
  return links.filter((link) => isSource(link.source) && isDestination(link.destination));
}
