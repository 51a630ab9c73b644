import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../../../test/support/effort.ts';
import { numberColumn } from '../../../../../test/support/number-column.ts';
import type { IndexedColumn } from '../../segment/indexed-column.ts';
import { Deletions } from '../../segment/deletions.ts';
import { emptyBitmap, setBit, type Bitmap } from '../../sets/bitmap.ts';
import { subtract } from '../../sets/combine.ts';
import { ALL_DOCS, BitmapSet, contains, type DocSet } from '../../sets/doc-set.ts';
import { withScratch } from '../../../../../test/support/with-scratch.ts';
import { countValues } from './count-values.ts';

/** Bytes of a code, number of values and of documents; sizes around blocks of 64 and of 65,536 documents. */
const shapes = [
  { bytes: 1, values: 3, sizes: [1, 31, 33, 1000, 65_536, 65_600, 140_001] },
  { bytes: 1, values: 200, sizes: [63, 1000, 65_535, 66_000] },
  { bytes: 2, values: 1000, sizes: [1057, 65_537, 131_073] },
  { bytes: 4, values: 70_000, sizes: [70_033] },
];

/** A small generator of numbers below `limit`, deterministic for a seed. */
function chance(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % limit;
  };
}

/** Documents chosen at random: each with the probability 1 / `oneIn`, but none in the middle third if `hasGap`. */
function chosen(size: number, oneIn: number, hasGap: boolean, below: (limit: number) => number): Bitmap {
  const words = emptyBitmap(size);
  for (let doc = 0; doc < size; doc++) {
    const isInGap = hasGap && doc * 3 > size && doc * 3 < size * 2;
    if (!isInGap && below(oneIn) === 0) setBit(words, doc);
  }
  return words;
}

function naiveCounts(
  column: IndexedColumn,
  documents: readonly (readonly number[])[],
  docs: DocSet,
): number[] {
  const counts = new Map<string | number, number>();
  documents.forEach((values, doc) => {
    if (contains(docs, doc)) for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  });
  return Array.from(
    { length: column.valueCount },
    (_, ordinal) => counts.get(column.dictionary.get(ordinal)) ?? 0,
  );
}

const cases = fc.record({
  oneIn: fc.constantFrom(1, 2, 3, 50, 5000),
  deletedOneIn: fc.constantFrom(0, 2, 500),
  hasGap: fc.boolean(),
  isMultiple: fc.boolean(),
  isComplete: fc.boolean(),
  seed: fc.nat(),
});

describe.each(shapes)('counts of $values values in codes of $bytes bytes', ({ bytes, values, sizes }) => {
  it.each(sizes)('are those of each of %i documents', (size) => {
    fc.assert(
      fc.property(cases, ({ oneIn, deletedOneIn, hasGap, isMultiple, isComplete, seed }) => {
        const below = chance(seed);
        const documents = Array.from({ length: size }, (_, doc) => {
          if (!isComplete && below(3) === 0) return [];
          const value = size > values ? doc % values : below(values);
          // Few distinct pairs, so that the width of the codes does not change.
          return isMultiple && value < 20 ? [value, value + 1] : [value];
        });
        const column = numberColumn(documents, 2 ** 24);
        if (isComplete && size > values) expect(column.codes.BYTES_PER_ELEMENT).toBe(bytes);
        withScratch(() => {
          const deleted =
            deletedOneIn === 0
              ? Deletions.none(size)
              : new Deletions(chosen(size, deletedOneIn, false, below));
          for (const docs of [ALL_DOCS, new BitmapSet(chosen(size, oneIn, hasGap, below))]) {
            const live = subtract(docs, deleted.set, size);
            expect(countValues(column, live).join()).toBe(naiveCounts(column, documents, live).join());
          }
        });
      }),
      { numRuns: effort(4) },
    );
  });
});
