import { useState } from 'react';
import { alternativesOf } from './filters.ts';
import type { Filters, FacetFilterInput, Group } from './filters.ts';
import { filterInput } from './filters.ts';
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

/** What an edit of many assets is about: these, or all that a search finds. */
export type SelectedAssets =
  | { readonly urns: readonly string[] }
  | {
      readonly search: {
        readonly query: string;
        readonly orFilters: readonly { readonly and: FacetFilterInput[] }[];
      };
      readonly total: number;
    };

/** The selected assets for an edit; a view's filters become conditions of the search. */
export function selectedAssets(
  { urns, isAll }: Selection,
  { text, filters }: Pick<SearchState, 'text' | 'filters'>,
  view: Filters,
  total: number,
): SelectedAssets {
  if (!isAll) return { urns: [...urns] };
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
