import { useState } from 'react';
import type { BulkEditSelection } from '../bulk-edit/bulk-edit-selection.ts';
import { alternativesOf, type Filters, type Group, filterInput } from './filters.ts';
import { searchInput } from './search-input.ts';
import type { SearchState } from './search-address.ts';

/** The chosen results: some, or all that match the search. */
export interface Selection {
  readonly urns: ReadonlySet<string>;
  readonly isAll: boolean;
}

const NOTHING: Selection = { urns: new Set(), isAll: false };

/** The selection in a search. It stays from page to page, and ends when words, filters or view change. */
export function useSelection(state: SearchState): readonly [Selection, (selection: Selection) => void] {
  const search = JSON.stringify(searchInput(state));
  const [kept, setKept] = useState({ search, selection: NOTHING });
  const set = (selection: Selection): void => {
    setKept({ search, selection });
  };
  return [kept.search === search ? kept.selection : NOTHING, set];
}

/** The selection with some results chosen or not. */
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
 * The selected assets for an edit; the filters of the view become conditions of the search. Without them (undefined), all
 * that match cannot be named: the assets are those that were chosen one by one.
 */
export function selectedAssets(
  { urns, isAll }: Selection,
  { text, filters }: Pick<SearchState, 'text' | 'filters'>,
  view: Filters | undefined,
  total: number,
): BulkEditSelection {
  if (!isAll || view === undefined) return { urns: [...urns] };
  const or = bothOf(alternativesOf(view), alternativesOf(filters)).map((group) => ({
    and: group.map(filterInput),
  }));
  return { search: { query: text === '' ? '*' : text, orFilters: or }, total };
}

/** The alternatives of two filters that must both hold. */
function bothOf(a: readonly Group[], b: readonly Group[]): readonly Group[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : a.flatMap((one) => b.map((other) => [...one, ...other]));
}
