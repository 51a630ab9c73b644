import { describe, expect, it } from 'vitest';
import { rowKeys } from './row-keys.ts';

const keys = (...entries: [row: number, key: number][]): ReadonlyMap<number, number> => new Map(entries);
const listOf = (map: ReadonlyMap<number, number>): object[] => [...map];

describe('keys of rows', () => {
  it('keep the keys of rows that stay, and add new ones where no row was removed', () => {
    const first = rowKeys(new Map(), [0, 1, 2]);
    expect(listOf(first)).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(listOf(rowKeys(first, [1, 2, 3]))).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(listOf(rowKeys(keys([1, 1], [2, 2]), [0, 1]))).toEqual([
      [0, 3],
      [1, 1],
    ]);
  });

  it('pass from removed rows to the rows that replace them', () => {
    expect(listOf(rowKeys(keys([0, 4], [1, 5], [2, 6]), [7, 8, 9, 10]))).toEqual([
      [7, 4],
      [8, 5],
      [9, 6],
      [10, 7],
    ]);
    expect(listOf(rowKeys(keys([0, 4], [1, 5], [2, 6]), [0, 8, 9]))).toEqual([
      [0, 4],
      [8, 5],
      [9, 6],
    ]);
  });

  it('never change their order when rows are added and removed', () => {
    let shown: ReadonlyMap<number, number> = new Map();
    for (let turn = 0; turn < 200; turn += 1) {
      const start = (turn * turn * 7) % 90;
      const rows = [...new Set([(turn * 13) % 100, start, start + 1, start + 2, start + 5])].sort(
        (a, b) => a - b,
      );
      const before = [...shown.values()];
      shown = rowKeys(shown, rows);
      expect([...shown.keys()]).toEqual(rows);
      expect(new Set(shown.values()).size).toBe(rows.length);
      const places = [...shown.values()].map((key) => before.indexOf(key)).filter((place) => place >= 0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });
});
