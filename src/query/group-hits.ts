import { invalidRequest } from '../errors.ts';
import { compareUrns, entityTypeOf, isUrn, urnParts, type Urn } from '../model/urn.ts';
import { ENTITY_TYPE_FIELD, URN_FIELD } from '../search/mapping.ts';
import type { SearchReader } from '../search/search-index.ts';
import { negate, oneOf } from './filters/combine.ts';
import type { SearchFlags } from './metadata-query.ts';
import { narrowed, united } from './visibility/narrow.ts';
import type { SearchRequest } from './search-request.ts';
import { because } from '../refusals.ts';

/** Maximum number of hits that can be replaced with their parents. */
export const MAX_GROUPED_HITS = 10_000;

/**
 * Replaces hits of one entity type with their parents of another type, which are part of their urns (columns with
 * datasets). Each parent is one hit; totals and facets are of the new set. INVALID_REQUEST for a ranked search, which
 * cannot be grouped exactly, and for more than MAX_GROUPED_HITS hits to replace.
 */
export async function groupHits(
  request: SearchRequest,
  grouping: SearchFlags['grouping'],
  { index }: { readonly index: SearchReader },
): Promise<SearchRequest> {
  let grouped = request;
  for (const { from, to } of grouping) {
    if (from !== to && grouped.query.entityTypes.includes(from))
      grouped = await group(grouped, from, to, index);
  }
  return grouped;
}

async function group(
  request: SearchRequest,
  from: string,
  to: string,
  index: SearchReader,
): Promise<SearchRequest> {
  const { query } = request;
  const page = await index.search({
    ...query,
    entityTypes: [from],
    sort: [],
    from: 0,
    size: MAX_GROUPED_HITS,
  });
  if (page.total === 0) return request;
  if (query.words !== undefined || page.total > MAX_GROUPED_HITS) {
    throw invalidRequest(
      `The groupingSpec cannot be applied: it would group ${page.total} hits of type '${from}' by '${to}', but grouping ` +
        `supports only searches without words and at most ${MAX_GROUPED_HITS} such hits. Omit the groupingSpec, ` +
        'or search other types.',
      undefined,
      because('REQUEST_TOO_LARGE', { most: MAX_GROUPED_HITS }),
    );
  }
  const parents = new Set<Urn>();
  const replaced = page.hits.flatMap(({ urn }) => {
    const parent = parentOf(urn, to);
    if (parent === undefined) return [];
    parents.add(parent);
    return [urn];
  });
  const where = united([
    narrowed(query.where, [oneOf(ENTITY_TYPE_FIELD, query.entityTypes), negate(oneOf(URN_FIELD, replaced))]),
    narrowed(request.always, [oneOf(URN_FIELD, [...parents].sort(compareUrns))]),
  ]);
  return {
    ...request,
    query: { ...query, where, entityTypes: [...new Set([...query.entityTypes, to])].sort() },
  };
}

function parentOf(urn: Urn, entityType: string): Urn | undefined {
  return urnParts(urn).key.find((part): part is Urn => isUrn(part) && entityTypeOf(part) === entityType);
}
