/** Selected values of a dictionary: ordinals from `first` to `end` (exclusive), or an ascending list. */
export type Selection =
  | { readonly kind: 'run'; readonly first: number; readonly end: number }
  | { readonly kind: 'list'; readonly ordinals: readonly number[] };

/** No value. */
export const NOTHING_SELECTED: Selection = { kind: 'list', ordinals: [] };

/** Selects ordinals from `first` to `end` (exclusive). */
export function selectRun(first: number, end: number): Selection {
  return { kind: 'run', first, end };
}

/** Selects ordinals given in any order and with repetitions; -1, for a missing value, is ignored. */
export function selectOrdinals(ordinals: readonly number[]): Selection {
  const found = [...new Set(ordinals)].filter((ordinal) => ordinal >= 0).sort((a, b) => a - b);
  return { kind: 'list', ordinals: found };
}

/** Number of selected ordinals. */
export function selectionSize(selection: Selection): number {
  return selection.kind === 'run' ? Math.max(0, selection.end - selection.first) : selection.ordinals.length;
}

/** The selected ordinals, ascending. */
export function selectedOrdinals(selection: Selection): Iterable<number> {
  return selection.kind === 'list' ? selection.ordinals : ordinalsOfRun(selection.first, selection.end);
}

function* ordinalsOfRun(first: number, end: number): Generator<number> {
  for (let ordinal = first; ordinal < end; ordinal++) yield ordinal;
}
