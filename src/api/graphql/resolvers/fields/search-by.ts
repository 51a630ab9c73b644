import type { EntityReference } from '../../../../model/entity-reference.ts';
import { narrowedTo, type SortCriterion } from '../../../../model/filter.ts';
import { equalTo, isMissing } from '../../../../operations/search/find-entities.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import { searchEntities, type SearchOutcome } from '../../../../operations/search/search-entities.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { parseDuration, parseSearch, parseSort, type PagedSearchInput } from '../../inputs/parse-search.ts';
import { searchPage } from '../../presenters/search-result.ts';
import type {
  EntityType,
  ScrollAcrossEntitiesInput,
  SearchAcrossEntitiesInput,
} from '../../schema/schema-types.generated.ts';

/** How a search finds the entities that reference an entity. */
export interface SearchedBy {
  /** Search field that holds the entity's urn. */
  readonly field: string;
  /** Search field that the found entities must not have. */
  readonly lacking?: string;
  /** Types to search if the caller names none. Default: all. */
  readonly types?: readonly EntityType[];
  /** Sort order if the caller names none. */
  readonly sort?: readonly SortCriterion[];
  /** Also finds versions that are not the latest, regardless of the caller's flags. */
  readonly findsAllVersions?: true;
}

interface Paging {
  readonly start: number;
  readonly scrollId: string | undefined;
  readonly keepAliveMs: number | undefined;
}

/** Creates a resolver that searches the entities that reference its entity, by page; 10 per page by default. */
export function searchBy(by: SearchedBy) {
  return async (
    entity: EntityReference,
    { input }: { readonly input: SearchAcrossEntitiesInput },
    context: GraphqlContext,
  ): Promise<object> => {
    const start = notNegative('start', input.start ?? 0);
    const paging = { start, scrollId: undefined, keepAliveMs: undefined };
    const outcome = await search(by, entity, input, paging, context);
    return { start, ...searchPage(outcome, context.references), suggestions: [] };
  };
}

/** Creates a resolver that scrolls the entities that reference its entity; by default 10, kept alive 5 minutes. */
export function scrollBy(by: SearchedBy) {
  return async (
    entity: EntityReference,
    { input }: { readonly input: ScrollAcrossEntitiesInput },
    context: GraphqlContext,
  ): Promise<object> => {
    const keepAliveMs = parseDuration(input.keepAlive ?? '5m');
    const paging = { start: 0, scrollId: input.scrollId ?? undefined, keepAliveMs };
    const outcome = await search(by, entity, input, paging, context);
    return { nextScrollId: outcome.nextScrollId, ...searchPage(outcome, context.references) };
  };
}

async function search(
  { field, lacking, types, sort, findsAllVersions }: SearchedBy,
  { urn }: EntityReference,
  input: PagedSearchInput,
  paging: Paging,
  context: GraphqlContext,
): Promise<SearchOutcome> {
  const chosen = input.types && input.types.length > 0 ? input.types : types;
  const asked = parseSearch({ ...input, ...(chosen && { types: chosen }) }, context.settings.registry);
  if (asked === undefined)
    return { total: 0, hits: [], facets: [], suggestions: [], nextScrollId: undefined };
  const order = parseSort(input);
  const referring = narrowedTo(asked.filter, equalTo(field, urn));
  return context.run(searchEntities, {
    ...asked,
    filter: lacking === undefined ? referring : narrowedTo(referring, isMissing(lacking)),
    ...(findsAllVersions && { flags: { ...asked.flags, filterNonLatestVersions: false } }),
    sort: order.length === 0 && sort ? sort : order,
    count: notNegative('count', input.count ?? 10),
    ...paging,
  });
}
