/** Values of a dictionary that a condition accepts: all ordinals from `first` to before `end`, or those of a list. */
export type Selection =
  | { readonly kind: 'run'; readonly first: number; readonly end: number }
  | { readonly kind: 'list'; readonly ordinals: readonly number[] };

/** No value. */
export const NOTHING_SELECTED: Selection = { kind: 'list', ordinals: [] };

/** A run of ordinals. */
export function selectRun(first: number, end: number): Selection {
  return { kind: 'run', first, end };
}

/** Some ordinals, in any order and with repetitions; -1 stands for a value that is not there. */
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
