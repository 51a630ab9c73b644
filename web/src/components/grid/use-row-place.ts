import { useLayoutEffect, useRef, type RefObject } from 'react';
import { cellOf } from './grid-cells.ts';

/** Calls `onMove` when the index of the focused row changes, because rows above it were added or removed. */
export function useRowPlace<Row>(
  frame: RefObject<HTMLDivElement | null>,
  { rows, keyOf }: { readonly rows: readonly Row[]; readonly keyOf: (row: Row) => string },
  place: number,
  onMove: (row: number) => void,
): void {
  const placed = useRef(rows);
  useLayoutEffect(() => {
    const row = placed.current[place];
    placed.current = rows;
    const there = rows[place];
    if (row === undefined || (there !== undefined && keyOf(there) === keyOf(row))) return;
    const index = rows.findIndex((other) => keyOf(other) === keyOf(row));
    const focused = document.activeElement;
    // The focus on a label of the head stays there.
    const isInRow = cellOf(focused) !== undefined && frame.current?.contains(focused) === true;
    if (index >= 0 && isInRow) onMove(index);
  });
}
