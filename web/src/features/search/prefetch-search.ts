import type { QueryClient } from '@tanstack/react-query';
import { BUILT_IN_FIELDS } from './fields.ts';
import { SEARCH_ADDRESS } from './search-address.ts';
import { searchInput } from './search-input.ts';
import { resultsQuery } from './search-results.ts';
import { SHOWN_PROPERTIES_QUERY } from './use-fields.ts';
import { COUNTED, facetValuesQuery } from './use-facet-values.ts';
import { VIEWS_QUERY } from './views.ts';

/**
 * Asks for results and facets of the search with these parameters, so that they are on their way while the page is
 * rendered for the first time. Rejects with the first failure; the page asks again and tells of it.
 */
export async function prefetchSearch(client: QueryClient, parameters: URLSearchParams): Promise<void> {
  const state = SEARCH_ADDRESS.parse(parameters);
  const results = client.query(resultsQuery(state));
  // That search is of no use if there is a default view, and so is its failure.
  results.catch(() => undefined);
  const [{ mine, global }, properties] = await Promise.all([
    client.query(VIEWS_QUERY),
    client.query(SHOWN_PROPERTIES_QUERY),
  ]);
  const complete = { ...state, view: state.view ?? mine ?? global };
  const listed = [...BUILT_IN_FIELDS, ...properties].filter(({ isListed }) => isListed);
  await Promise.all([
    client.query(resultsQuery(complete)),
    // Properties that the address adds have to be looked up before.
    ...(state.facets.length === 0
      ? [client.query(facetValuesQuery(listed, searchInput(complete), COUNTED))]
      : []),
  ]);
}
