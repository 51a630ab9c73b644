import { useLayoutEffect, useRef } from 'react';

/** React keys of the rows that are drawn, as {@link rowKeys} gives them from one drawing to the next. */
export function useRowKeys(rows: readonly { readonly index: number }[]): ReadonlyMap<number, number> {
  const drawn = useRef<ReadonlyMap<number, number>>(new Map());
  const keys = rowKeys(
    drawn.current,
    rows.map(({ index }) => index),
  );
  // Not before: what is rendered may be given up for something newer.
  useLayoutEffect(() => {
    drawn.current = keys;
  });
  return keys;
}

/**
 * React keys of the rows that are drawn, by row; both maps are in the order of the rows. A row that stays keeps its key. One
 * that comes takes the key, and with it the elements, of one that goes between the same neighbours, or a new key: elements
 * are reused and never moved, so that the focus stays where it is.
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
