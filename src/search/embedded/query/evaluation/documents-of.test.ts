import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../../../test/support/effort.ts';
import { numberColumn } from '../../../../../test/support/number-column.ts';
import { toList } from '../../sets/doc-set.ts';
import { withScratch } from '../../../../../test/support/with-scratch.ts';
import { documentsOf } from './documents-of.ts';
import { selectOrdinals, selectRun } from './selection.ts';

/** Documents with up to three of five values; most have the first value of `usual`. */
const columns = fc
  .record({
    size: fc.constantFrom(1, 40, 100, 1000, 1000, 8200),
    usual: fc.constantFrom([], [3], [1, 3]),
    others: fc.array(fc.tuple(fc.nat(8199), fc.uniqueArray(fc.nat(4), { maxLength: 3 })), { maxLength: 60 }),
  })
  .map(({ size, usual, others }) => {
    const documents = Array.from({ length: size }, (): readonly number[] => usual);
    for (const [doc, values] of others) documents[doc % size] = values;
    return documents;
  });

describe('documents of values', () => {
  it('are those with a selected value, for any number of them', () => {
    fc.assert(
      fc.property(
        columns,
        fc.array(fc.nat(4), { maxLength: 3 }),
        fc.boolean(),
        (documents, chosen, isRun) => {
          const column = numberColumn(documents);
          const known = chosen.filter((ordinal) => ordinal < column.valueCount);
          const [first = 0, last = first] = known.toSorted();
          const selection = isRun ? selectRun(first, last + 1) : selectOrdinals(known);
          const wanted = new Set(
            (isRun ? Array.from({ length: last + 1 - first }, (_, i) => first + i) : known).map((ordinal) =>
              column.dictionary.get(ordinal),
            ),
          );
          const expected = documents.flatMap((values, doc) =>
            values.some((value) => wanted.has(value)) ? [doc] : [],
          );
          if (column.valueCount === 0) return;
          // Twice: the second evaluation uses cached derived structures.
          for (let time = 0; time < 2; time++) {
            withScratch(() => {
              expect(toList(documentsOf(column, selection), documents.length).join()).toBe(expected.join());
            });
          }
        },
      ),
      { numRuns: effort(150) },
    );
  });
});
