import { filtersOf, orFilters, withCriteria, type Filters } from '../../shared/search/filters.ts';
import { withChoice, NOTHING_CHOSEN } from './facets/facet-choice.ts';
import type { SearchState } from '../../shared/search/search-address.ts';

/** Parameters shared by all requests of a search: words, filters and view. */
export interface SearchInput {
  query: string;
  orFilters: ReturnType<typeof orFilters>;
  viewUrn?: string;
}

/** Converts a search state to the API's format. */
export function searchInput({
  text,
  filters,
  view,
  within,
}: Pick<SearchState, 'text' | 'filters' | 'view' | 'within'>): SearchInput {
  return {
    query: text === '' ? '*' : text,
    orFilters: orFilters(withCriteria(filters, within?.criteria ?? [])),
    ...(view !== undefined && view !== '' && { viewUrn: view }),
  };
}

/** The filters without the selection in a field's facet. */
export function withoutFacet(filters: Filters, field: string): Filters {
  return { ...filters, base: withChoice(filters.base, field, NOTHING_CHOSEN) };
}

/** Each condition with the filters that remain without it. */
export function withoutEach(
  filters: Filters,
): readonly { readonly index: number; readonly filters: Filters }[] {
  return filters.base.map((_, index) => ({
    index,
    filters: { ...filters, base: filters.base.toSpliced(index, 1) },
  }));
}

/** The filters without one of the groups. */
export function withoutGroup({ base, groups }: Filters, index: number): Filters {
  const [only, ...others] = groups.toSpliced(index, 1);
  if (only !== undefined && others.length === 0) return filtersOf([[...base, ...only]]);
  return { base, groups: only === undefined ? [] : [only, ...others] };
}
