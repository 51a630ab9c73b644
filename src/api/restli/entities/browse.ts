import type { Requester } from '../../../operations/requester.ts';
import { invalidRequest } from '../../../errors.ts';
import { entitySpec } from '../../../model/registry/find-in-registry.ts';
import type { Criterion, Filter } from '../../../model/filter.ts';
import type { Urn } from '../../../model/urn.ts';
import { asText } from '../../../util/json/json-input.ts';
import { readCount, readPage } from '../read-search.ts';
import { countFacets } from '../../../operations/search/count-facets.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import type { PageInput } from '../../../operations/search/search-entities.ts';
import { action } from '../resource.ts';

/** Field with all prefixes of the browse paths. */
const FIELD = 'browsePaths';
/** Maximum distinct path prefixes in one count. */
const MOST_PATHS = 10_000;

/**
 * `POST /entities?action=browse`: content of a path in the browse tree (v1): first the child groups with their entity
 * counts, then the entities whose path ends there.
 */
export const browse = action([searchEntities, countFacets], async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entity'], 'entity'));
  const path = readPath(asText(input['path'], 'path'));
  const [from, limit] = [readCount(input, 'start', 0), readCount(input, 'limit', 10)];
  const page = readPage({ filter: input['filter'] ?? null }, { entityTypes: [entity.name], query: '*' });
  const flags = { ...page.flags, maxAggValues: MOST_PATHS, skipAggregates: true, skipHighlighting: true };
  const below = { ...page, flags, filter: path === '' ? page.filter : narrowed(page.filter, at(path)) };
  const [facet] = await requester.run(countFacets, { search: below, facets: [FIELD] });
  const all = (facet?.buckets ?? [])
    .filter(({ value }) => value.startsWith(`${path}/`) && !value.includes('/', path.length + 1))
    .map(({ value, count }) => ({ name: value.slice(path.length + 1), count }));
  const groups = all.slice(from, from + limit);
  const here = await entitiesAt(requester, path, {
    ...below,
    start: Math.max(0, from - all.length),
    count: limit - groups.length,
  });
  const { total: totalNumEntities } = await requester.run(searchEntities, { ...below, start: 0, count: 0 });
  return {
    value: {
      ...{ from, pageSize: limit, numGroups: all.length, numEntities: here.total },
      numElements: groups.length + here.urns.length,
      ...{ groups, entities: here.urns.map((urn) => ({ urn })), metadata: { path, totalNumEntities } },
    },
  };
});

/** The entities whose path ends here; entities with longer paths are in a group. */
async function entitiesAt(
  requester: Requester,
  path: string,
  wanted: PageInput,
): Promise<{ readonly urns: readonly Urn[]; readonly total: number }> {
  if (path === '') return { urns: [], total: 0 };
  const filter = narrowed(wanted.filter, { ...at(`${path}/`), operator: 'START_WITH', negated: true });
  const { hits, total } = await requester.run(searchEntities, { ...wanted, filter });
  return { urns: hits.map(({ urn }) => urn), total };
}

/** Normalizes a path: leading slash, no trailing slash; the root is ''. */
function readPath(path: string): string {
  const steps = path.replace(/^\/|\/$/g, '');
  if (steps === '') return '';
  if (!steps.includes('//')) return `/${steps}`;
  throw invalidRequest(`path must consist of non-empty steps separated by slashes, but it is '${path}'.`);
}

function at(path: string): Criterion {
  return { field: FIELD, operator: 'EQUAL', values: [path], negated: false };
}

function narrowed(filter: Filter, criterion: Criterion): Filter {
  return filter.length === 0 ? [[criterion]] : filter.map((criteria) => [...criteria, criterion]);
}
