import { notNegative } from '../../../../util/not-negative.ts';
import { applyView } from '../../inputs/apply-view.ts';
import { countFacets } from '../../../../operations/search/count-facets.ts';
import { searchEntities, type SearchOutcome } from '../../../../operations/search/search-entities.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseDuration, parseSearch, parseSort, type PagedSearchInput } from '../../inputs/parse-search.ts';
import { prefetch } from '../fields/prefetch.ts';
import { facets, searchPage } from '../../presenters/search-result.ts';
import type { Resolvers, Result, SearchAcrossEntitiesInput } from '../../schema/schema-types.generated.ts';
import { isSelected } from '../fields/selection-walk.ts';
import type { FieldSelection } from '../../schema/resolver-types.ts';

const DEFAULT_COUNT = 10;
const DEFAULT_KEEP_ALIVE = '5m';
/** Path from a search field to the entities of its hits. */
const HITS = ['searchResults', 'entity'];
const NOTHING: SearchOutcome = { total: 0, hits: [], facets: [], suggestions: [], nextScrollId: undefined };

/** Service accounts are users of this subtype. */
const NO_SERVICE_ACCOUNT = { field: 'typeNames', values: ['SERVICE_ACCOUNT'], negated: true };

export const SEARCH_QUERIES = {
  searchAcrossEntities: answeredBy(searchEntities, (_root, { input }, context, info) =>
    byPage(input, context, info),
  ),
  searchUsers: answeredBy(searchEntities, (_root, { input }, context, info) =>
    byPage(
      { ...input, types: ['CORP_USER'], filters: [...(input.filters ?? []), NO_SERVICE_ACCOUNT] },
      context,
      info,
    ),
  ),
  search: answeredBy(searchEntities, (_root, { input }, context, info) =>
    byPage({ ...input, types: [input.type] }, context, info),
  ),
  scrollAcrossEntities: answeredBy(searchEntities, async (_root, { input }, context, info) => {
    const keepAliveMs = parseDuration(input.keepAlive ?? DEFAULT_KEEP_ALIVE);
    const scrollId = input.scrollId ?? undefined;
    const paging = { start: 0, scrollId, keepAliveMs };
    const outcome = await page(input, paging, context, info);
    await prefetch(outcome.hits, HITS, info, context);
    return { nextScrollId: outcome.nextScrollId, ...searchPage(outcome, context.references) };
  }),
  aggregateAcrossEntities: answeredBy(countFacets, async (_root, { input }, context) => {
    const search = await applyView(parseSearch(input, context.settings.registry), input.viewUrn, context);
    if (search === undefined) return { facets: [] };
    const fields = (input.facets ?? []).filter((field) => field !== null);
    const counted = await context.run(countFacets, { search, facets: fields });
    return { facets: facets(counted, context.references) };
  }),
} satisfies Partial<Resolvers['Query']>;

async function byPage(
  input: SearchAcrossEntitiesInput,
  context: GraphqlContext,
  info: FieldSelection,
): Promise<Result<'SearchResults'>> {
  const start = input.start ?? 0;
  notNegative('start', start);
  const paging = { start, scrollId: undefined, keepAliveMs: undefined };
  const outcome = await page(input, paging, context, info);
  await prefetch(outcome.hits, HITS, info, context);
  return { start, ...searchPage(outcome, context.references), suggestions: outcome.suggestions };
}

interface Paging {
  readonly start: number;
  readonly scrollId: string | undefined;
  readonly keepAliveMs: number | undefined;
}

async function page(
  input: PagedSearchInput,
  paging: Paging,
  context: GraphqlContext,
  info: FieldSelection,
): Promise<SearchOutcome> {
  const count = notNegative('count', input.count ?? DEFAULT_COUNT);
  const search = await applyView(parseSearch(input, context.settings.registry), input.viewUrn, context);
  if (search === undefined) return NOTHING;
  const flags = {
    ...search.flags,
    // A scroll returns only entities with all words; a page, read by a person, prefers partial matches to none.
    allWords: paging.keepAliveMs !== undefined,
    skipAggregates: search.flags.skipAggregates || !isSelected(['facets'], info),
    skipHighlighting: search.flags.skipHighlighting || !isSelected(['searchResults', 'matchedFields'], info),
  };
  return context.run(searchEntities, { ...search, flags, sort: parseSort(input), count, ...paging });
}
