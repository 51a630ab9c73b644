import type { QueryClient } from '@tanstack/react-query';
import { OWN_URNS_QUERY } from '../../api/person/own-urns.ts';
import { BUILT_IN_FIELDS } from '../../shared/search/fields.ts';
import { SEARCH_ADDRESS } from '../../shared/search/search-address.ts';
import { searchInput } from './search-input.ts';
import { resultsQuery } from './results/search-results.ts';
import { SHOWN_PROPERTIES_QUERY } from './filters/use-fields.ts';
import { COUNTED, facetValuesQuery } from './facets/use-facet-values.ts';
import { VIEWS_QUERY } from './views/views.ts';

/**
 * Prefetches results and facets of the search with these parameters while the page first renders. Rejects with the first
 * failure; the page then retries and reports it.
 */
export async function prefetchSearch(client: QueryClient, parameters: URLSearchParams): Promise<void> {
  const state = SEARCH_ADDRESS.parse(parameters);
  const results = client.query(resultsQuery(state));
  client.query(OWN_URNS_QUERY).catch(() => undefined);
  // If there is a default view, this search is not used, and its failure does not matter.
  results.catch(() => undefined);
  const [{ mine, global }, properties] = await Promise.all([
    client.query(VIEWS_QUERY),
    client.query(SHOWN_PROPERTIES_QUERY),
  ]);
  const complete = { ...state, view: state.view ?? mine ?? global };
  const listed = [...BUILT_IN_FIELDS, ...properties].filter(({ isListed }) => isListed);
  await Promise.all([
    client.query(resultsQuery(complete)),
    // Properties that the address adds must be loaded first.
    ...(state.facets.length === 0
      ? [client.query(facetValuesQuery(listed, searchInput(complete), COUNTED))]
      : []),
  ]);
}
