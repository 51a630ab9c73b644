import { useState } from 'react';
import type { BulkEditSelection } from '../../../shared/search/bulk-edit-selection.ts';
import {
  alternativesOf,
  filterInput,
  withCriteria,
  type Filters,
  type Group,
} from '../../../shared/search/filters.ts';
import { searchInput } from '../search-input.ts';
import type { SearchState } from '../../../shared/search/search-address.ts';

/** The selected results: some, or all that match the search. */
export interface Selection {
  readonly urns: ReadonlySet<string>;
  readonly isAll: boolean;
}

const NOTHING: Selection = { urns: new Set(), isAll: false };

/** The selection in a search. Kept across pages; cleared when words, filters or view change. */
export function useSelection(state: SearchState): readonly [Selection, (selection: Selection) => void] {
  const search = JSON.stringify(searchInput(state));
  const [kept, setKept] = useState({ search, selection: NOTHING });
  const set = (selection: Selection): void => {
    setKept({ search, selection });
  };
  return [kept.search === search ? kept.selection : NOTHING, set];
}

/** The selection with some results selected or deselected. */
export function withSelected(
  { urns }: Selection,
  changed: readonly string[],
  isSelected: boolean,
): Selection {
  const next = new Set(urns);
  for (const urn of changed) {
    if (isSelected) next.add(urn);
    else next.delete(urn);
  }
  return { urns: next, isAll: false };
}

/**
 * The selected assets for a bulk edit; the filters of the view become conditions of the search. If they are undefined, all
 * matches cannot be selected, and the result is the assets selected one by one.
 */
export function selectedAssets(
  { urns, isAll }: Selection,
  { text, filters, within }: Pick<SearchState, 'text' | 'filters' | 'within'>,
  view: Filters | undefined,
  total: number,
): BulkEditSelection {
  if (!isAll || view === undefined) return { urns: [...urns] };
  const or = bothOf(alternativesOf(view), alternativesOf(withCriteria(filters, within?.criteria ?? []))).map(
    (group) => ({
      and: group.map(filterInput),
    }),
  );
  return { search: { query: text === '' ? '*' : text, orFilters: or }, total };
}

/** ANDs two filters, each an OR of ANDs. */
function bothOf(a: readonly Group[], b: readonly Group[]): readonly Group[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : a.flatMap((one) => b.map((other) => [...one, ...other]));
}
