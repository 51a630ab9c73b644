import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { queryWithWarnings } from '../../../api/query.ts';
import { ENTITY_CARD } from './entity-card.ts';
import type { SearchState } from '../../../shared/search/search-address.ts';
import { searchInput } from '../search-input.ts';

const SEARCH = graphql(
  `
    query search($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        suggestions {
          text
        }
        searchResults {
          entity {
            urn
            ...EntityCard
          }
          matchedFields {
            name
            value
          }
        }
      }
    }
  `,
  [ENTITY_CARD],
);

/** Results per page. */
export const PAGE_SIZE = 20;

/** A page of results, with the server's warnings. */
export interface FoundPage {
  readonly total: number;
  readonly results: NonNullable<ResultOf<typeof SEARCH>['searchAcrossEntities']>['searchResults'];
  /** Similar queries that find more. */
  readonly suggestions: readonly string[];
  readonly warnings: readonly string[];
}

/** A page of search results; the previous page stays while the next one loads. */
export function useSearchResults(state: SearchState, isEnabled: boolean): UseQueryResult<FoundPage> {
  return useQuery({ ...resultsQuery(state), placeholderData: keepPreviousData, enabled: isEnabled });
}

/** Query options for a page of results. */
export function resultsQuery(state: SearchState) {
  const { sort, page } = state;
  const input = {
    ...searchInput(state),
    start: (page - 1) * PAGE_SIZE,
    count: PAGE_SIZE,
    searchFlags: { skipAggregates: true, getSuggestions: true },
    ...(sort && { sortInput: { sortCriteria: [sortCriterion(sort)] } }),
  };
  return queryOptions({
    queryKey: ['search', input],
    meta: { shows: 'all', isKept: true },
    queryFn: async ({ signal }): Promise<FoundPage> => {
      const { data, warnings } = await queryWithWarnings(SEARCH, { input }, signal);
      const found = data.searchAcrossEntities;
      return {
        total: found?.total ?? 0,
        results: found?.searchResults ?? [],
        suggestions: found?.suggestions?.map(({ text }) => text) ?? [],
        warnings,
      };
    },
  });
}

function sortCriterion({ field, isDescending }: NonNullable<SearchState['sort']>): {
  field: string;
  sortOrder: 'ASCENDING' | 'DESCENDING';
} {
  return { field, sortOrder: isDescending ? 'DESCENDING' : 'ASCENDING' };
}
