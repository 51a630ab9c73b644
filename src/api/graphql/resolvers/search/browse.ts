import { invalidRequest } from '../../../../errors.ts';
import type { Filter } from '../../../../model/filter.ts';
import { getEntities } from '../../../../operations/entities/get-entities.ts';
import { equalTo } from '../../../../operations/search/find-entities.ts';
import { countFacets } from '../../../../operations/search/count-facets.ts';
import type { FacetResult } from '../../../../operations/search/count-facets.ts';
import { listEntities } from '../../../../operations/search/list-entities.ts';
import { given } from '../../../../util/given.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { applyView } from '../../inputs/apply-view.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseSearch } from '../../inputs/parse-search.ts';
import type { AnySearchInput } from '../../inputs/parse-search.ts';
import { browsePaths } from '../../presenters/asset-details.ts';
import type { BrowseInput, Resolvers } from '../../schema/schema-types.generated.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/** A path step with the number of entities below it. */
interface Group {
  readonly name: string;
  readonly count: number;
  readonly hasSubGroups: boolean;
}

/** Both path fields index all prefixes of a path; steps are joined with the separator. */
const V1 = { field: 'browsePaths', separator: '/' };
const V2 = { field: 'browsePathV2', separator: '\u241f' };
const DEFAULT_COUNT = 10;
/** Maximum number of distinct path prefixes counted in one request. */
const MOST_PATHS = 10_000;

/** Browse queries. */
export const BROWSE_QUERIES = {
  browseV2: answeredBy([countFacets, listEntities], async (_root, { input }, context) => {
    const types = input.types ?? (input.type ? [input.type] : null);
    const search = { types, query: input.query ?? '*', ...given({ orFilters: input.orFilters }) };
    const path = input.path ?? [];
    const { groups, total } = await level(V2, path, search, input.viewUrn, context);
    const { start, page } = pageOf(groups, input);
    return {
      start,
      count: page.length,
      total: groups.length,
      groups: page.map((group) => ({ ...group, entity: context.references.find(group.name) })),
      metadata: { path, totalNumEntities: total },
    };
  }),
  browse: answeredBy([countFacets, listEntities], async (_root, { input }, context) => {
    const path = input.path ?? [];
    const { filters, orFilters, type } = input;
    const search = { types: [type], query: '*', ...given({ filters, orFilters }) };
    const { groups, total } = await level(V1, path, search, undefined, context);
    const { start, page } = pageOf(groups, input);
    const here = await entitiesAt(path, search, input, context);
    return {
      start,
      count: page.length + here.count,
      total: groups.length + here.total,
      groups: page.map(({ name, count }) => ({ name, count })),
      entities: here.entities,
      metadata: { path, totalNumEntities: total },
    };
  }),
  browsePaths: answeredBy(getEntities, async (_root, { input }, { loader, references }) => {
    const value = await loader.aspect(references.parse(input.urn).urn, 'browsePaths');
    return value === undefined ? [] : browsePaths(value);
  }),
} satisfies Partial<Resolvers['Query']>;

/** The next steps below a path, and the number of entities below it. */
async function level(
  { field, separator }: typeof V1,
  path: readonly string[],
  input: AnySearchInput,
  viewUrn: string | null | undefined,
  context: GraphqlContext,
): Promise<{ readonly groups: readonly Group[]; readonly total: number }> {
  const at = beginning(path, separator);
  const search = await applyView(parseSearch(input, context.settings.registry), viewUrn, context);
  if (search === undefined) return { groups: [], total: 0 };
  const filter = at === '' ? search.filter : narrowed(search.filter, equalTo(field, at));
  const flags = { ...search.flags, maxAggValues: MOST_PATHS };
  const narrowedSearch = { ...search, filter, flags };
  const [facet] = await context.run(countFacets, { search: narrowedSearch, facets: [field] });
  const { total } = await context.run(listEntities, { ...narrowedSearch, count: 0 });
  return { groups: groupsBelow(at, separator, facet), total };
}

function groupsBelow(at: string, separator: string, facet: FacetResult | undefined): readonly Group[] {
  const below = (facet?.buckets ?? []).filter(({ value }) => value.startsWith(at + separator));
  const deeper = new Set<string>();
  for (const { value } of below) deeper.add(value.slice(0, value.lastIndexOf(separator)));
  return below.flatMap(({ value, count }) => {
    const name = value.slice(at.length + separator.length);
    return name.includes(separator) ? [] : [{ name, count, hasSubGroups: deeper.has(value) }];
  });
}

/** Entities whose path ends here. Entities with longer paths are counted in the groups. */
async function entitiesAt(
  path: readonly string[],
  input: AnySearchInput,
  { start, count }: BrowseInput,
  context: GraphqlContext,
) {
  const search = parseSearch(input, context.settings.registry);
  if (search === undefined || path.length === 0) return { entities: [], total: 0, count: 0 };
  const at = beginning(path, V1.separator);
  const longer = {
    field: V1.field,
    operator: 'START_WITH' as const,
    values: [at + V1.separator],
    negated: true,
  };
  const filter = narrowed(narrowed(search.filter, equalTo(V1.field, at)), longer);
  return context.run(listEntities, { ...search, filter, start, count: count ?? DEFAULT_COUNT });
}

function beginning(path: readonly string[], separator: string): string {
  if (path.some((step) => step === '' || step.includes(separator))) {
    throw invalidRequest(`'path' must consist of steps without '${separator}', none of them empty.`);
  }
  return path.map((step) => separator + step).join('');
}

function narrowed(filter: Filter, criterion: Filter[number][number]): Filter {
  return filter.length === 0 ? [[criterion]] : filter.map((all) => [...all, criterion]);
}

function pageOf<T>(
  items: readonly T[],
  input: Pick<BrowseInput, 'start' | 'count'>,
): { readonly start: number; readonly page: readonly T[] } {
  const start = notNegative('start', input.start ?? 0);
  const count = notNegative('count', input.count ?? DEFAULT_COUNT);
  return { start, page: items.slice(start, start + count) };
}
