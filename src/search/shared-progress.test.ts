import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SEED } from '../../test/support/effort.ts';
import { openRanges, withRange, type SharedProgress } from './shared-progress.ts';

const SIZE = 10;
const POINT = { sequence: 1 };
const BEGUN: SharedProgress = {
  upTo: POINT,
  seen: POINT,
  place: 0,
  entities: 0,
  size: SIZE,
  ahead: [],
};

/** Indexes of ranges, in the order in which they are done: some twice, and some beyond the last entity. */
const orders = fc
  .integer({ min: 1, max: 12 })
  .chain((ranges) =>
    fc.tuple(fc.constant(ranges), fc.array(fc.integer({ min: 0, max: ranges + 1 }), { maxLength: 40 })),
  );

it('knows the open ranges, in any order and with repetitions', () => {
  fc.assert(
    fc.property(orders, ([ranges, order]) => {
      const done = new Set<number>();
      let progress = BEGUN;
      for (const range of order) {
        progress = withRange(progress, { begin: range * SIZE, entities: 3, isLast: range >= ranges - 1 });
        done.add(range);
        const open: number[] = [];
        for (const begin of openRanges(progress)) if (open.push(begin / SIZE) > ranges) break;
        const expected = Array.from({ length: ranges }, (_, i) => i).filter((i) => !done.has(i));
        expect(open.filter((one) => one < ranges)).toEqual(expected);
        const isOver = expected.length === 0;
        expect(progress.place === undefined).toBe(isOver);
      }
    }),
    { seed: SEED },
  );
});

it('counts a range once', () => {
  const once = withRange(BEGUN, { begin: SIZE, entities: 3, isLast: true });
  expect(withRange(once, { begin: SIZE, entities: 4, isLast: true })).toBe(once);
  const all = withRange(once, { begin: 0, entities: 5, isLast: false });
  expect(all).toMatchObject({ entities: 8, place: undefined });
  expect(withRange(all, { begin: 0, entities: 5, isLast: false })).toBe(all);
});
