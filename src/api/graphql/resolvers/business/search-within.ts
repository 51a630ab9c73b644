import { narrowedTo } from '../../../../model/filter.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseSearch, parseSort } from '../../inputs/parse-search.ts';
import { searchPage } from '../../presenters/search-result.ts';
import type { Result, SearchAcrossEntitiesInput } from '../../schema/schema-types.generated.ts';
import { searchEntities } from '../../../../operations/search/search-entities.ts';

/** Searches only these entities; returns one page of results with facets. Finds nothing without urns. */
export async function searchWithin(
  urns: readonly string[],
  input: SearchAcrossEntitiesInput,
  context: GraphqlContext,
): Promise<Result<'SearchResults'>> {
  const { references, settings } = context;
  const start = notNegative('start', input.start ?? 0);
  const search = parseSearch(input, settings.registry);
  if (search === undefined || urns.length === 0) {
    return { start, count: 0, total: 0, searchResults: [], facets: [], suggestions: [] };
  }
  const among = { field: 'urn', operator: 'EQUAL' as const, values: urns, negated: false };
  const outcome = await context.run(searchEntities, {
    ...search,
    filter: narrowedTo(search.filter, among),
    sort: parseSort(input),
    start,
    count: notNegative('count', input.count ?? 10),
    scrollId: undefined,
    keepAliveMs: undefined,
  });
  return { start, ...searchPage(outcome, references), suggestions: [] };
}
