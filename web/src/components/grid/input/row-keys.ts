import { useLayoutEffect, useRef } from 'react';

/** React keys of the rendered rows, carried from one render to the next by {@link rowKeys}. */
export function useRowKeys(rows: readonly { readonly index: number }[]): ReadonlyMap<number, number> {
  const drawn = useRef<ReadonlyMap<number, number>>(new Map());
  const keys = rowKeys(
    drawn.current,
    rows.map(({ index }) => index),
  );
  // In an effect, because React may discard a render.
  useLayoutEffect(() => {
    drawn.current = keys;
  });
  return keys;
}

/**
 * React keys of the rendered rows, by row index; both maps are in row order. A row that stays keeps its key. An added row
 * takes the key, and thereby the elements, of a row removed between the same neighbours, or else a new key. Elements are
 * reused and never moved, so that the focus is not lost.
 */
export function rowKeys(
  previous: ReadonlyMap<number, number>,
  rows: readonly number[],
): ReadonlyMap<number, number> {
  const before = [...previous];
  const next = new Map<number, number>();
  let unused = Math.max(-1, ...previous.values()) + 1;
  let place = 0;
  let coming: number[] = [];
  const giveKeys = (kept?: number): void => {
    const end = kept === undefined ? before.length : before.findIndex(([row]) => row === kept);
    const going = before.slice(place, end);
    for (const [index, row] of coming.entries()) next.set(row, going[index]?.[1] ?? unused++);
    place = end + 1;
    coming = [];
  };
  for (const row of rows) {
    const key = previous.get(row);
    if (key === undefined) {
      coming.push(row);
    } else {
      giveKeys(row);
      next.set(row, key);
    }
  }
  giveKeys();
  return next;
}
