import { invalidRequest } from '../../errors.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import { narrowedTo } from '../../model/filter.ts';
import type { FacetResult, PageInput, SearchInput } from '../../query/metadata-query.ts';
import { notNegative } from '../../util/not-negative.ts';
import { list } from '../input-types.ts';
import { defineRead } from '../operation.ts';
import { TEXT, described, objectOf, oneOf } from '../shapes.ts';
import { equalTo } from './find-entities.ts';
import { searchEntities } from './search-entities.ts';
import { PAGE, SEARCH } from './search-shape.ts';
import { because } from '../../refusals.ts';

/** A browse tree: a field with the path prefix of every step of an entity's paths; a separator precedes each step. */
interface Tree {
  readonly field: string;
  readonly separator: string;
  /** Field with the complete paths of an entity; undefined: the tree lists only groups. */
  readonly whole?: string;
}

const TREES = {
  browsePaths: { field: 'browsePaths', separator: '/', whole: 'browsePaths.whole' },
  browsePathsV2: { field: 'browsePathV2', separator: '\u241f' },
} as const satisfies Readonly<Record<string, Tree>>;

/** A next step, with the number of entities below it. */
export interface BrowseGroup {
  readonly name: string;
  readonly count: number;
  readonly hasSubGroups: boolean;
}

/** One page of the groups and entities at a path. */
export interface BrowsePage {
  readonly groups: readonly BrowseGroup[];
  readonly entities: readonly EntityReference[];
  /** Number of groups at the path, on all pages. */
  readonly numGroups: number;
  /** Number of entities with a path that ends here, on all pages. */
  readonly numEntities: number;
  /** Number of entities with a path below this one. */
  readonly totalNumEntities: number;
}

/** Maximum number of distinct paths counted in one request. */
const MOST_PATHS = 10_000;

/** Lists a level of a browse tree. An entity with several paths may be listed and also counted in groups. */
export const browseLevel = defineRead({
  name: 'browseLevel',
  summary: 'Lists one level of a browse tree: groups first, then entities.',
  input: () =>
    objectOf({
      tree: described('Aspect with the paths.', oneOf(['browsePaths', 'browsePathsV2'])),
      path: described('Steps from the root; none: the root.', list(TEXT)),
      search: described('Selects the entities to list and count.', objectOf(SEARCH)),
      ...PAGE,
    }),
  limits: ({ search, start, count }, settings) =>
    searchEntities.limits?.(pageOf(search, start, count), settings),
  isLong: true,
  run: async ({ tree, path, search, start, count }, { query, scope }): Promise<BrowsePage> => {
    const { field, separator, whole }: Tree = TREES[tree];
    const at = joined(path, separator);
    const longer = { ...equalTo(field, at + separator), operator: 'START_WITH' as const };
    const below = { ...search, filter: narrowedTo(search.filter, longer) };
    const counted = { ...below, flags: { ...search.flags, maxAggValues: MOST_PATHS } };
    const [facet] = await query.aggregate(counted, [field], scope);
    const all = groupsBelow(at, separator, facet);
    const groups = all.slice(start, start + count);
    const isListed = whole !== undefined && at !== '';
    const filter = isListed ? narrowedTo(search.filter, equalTo(whole, at)) : [];
    const rest = pageOf({ ...search, filter }, Math.max(0, start - all.length), count - groups.length);
    const here = isListed ? await query.search(rest, scope) : { hits: [], total: 0 };
    const { total: totalNumEntities } = await query.search(pageOf(below, 0, 0), scope);
    const entities = here.hits.map(({ urn, entityType }) => ({ urn, entityType }));
    return { groups, entities, numGroups: all.length, numEntities: here.total, totalNumEntities };
  },
});

/** A page by urn with its exact total, without facets and highlighting. Throws INVALID_REQUEST for a negative start or count. */
function pageOf(search: SearchInput, start: number, count: number): PageInput {
  return {
    ...search,
    flags: { ...search.flags, skipAggregates: true, skipHighlighting: true, exactTotal: true },
    sort: [],
    start: notNegative('start', start),
    count: notNegative('count', count),
    scrollId: undefined,
    keepAliveMs: undefined,
  };
}

function joined(path: readonly string[], separator: string): string {
  const wrong = path.find((step) => step === '' || step.includes(separator));
  if (wrong === undefined) return path.map((step) => separator + step).join('');
  throw invalidRequest(
    `'path' must consist of non-empty steps without '${separator}', but one is '${wrong}'.`,
    'path',
    because('INPUT_FORMAT', { name: 'path', value: wrong }),
  );
}

function groupsBelow(at: string, separator: string, facet: FacetResult | undefined): readonly BrowseGroup[] {
  const below = (facet?.buckets ?? []).filter(({ value }) => value.startsWith(at + separator));
  const deeper = new Set(below.map(({ value }) => value.slice(0, value.lastIndexOf(separator))));
  return below.flatMap(({ value, count }) => {
    const name = value.slice(at.length + separator.length);
    return name.includes(separator) ? [] : [{ name, count, hasSubGroups: deeper.has(value) }];
  });
}
