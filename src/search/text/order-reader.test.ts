import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LONGEST_WORD } from './analyzer.ts';
import { OrderReader } from './order-reader.ts';
import { wordSequences } from './query-terms.ts';
import { WORDS_BETWEEN, type WordPair } from './word-order.ts';
import { effort } from '../../../test/support/effort.ts';

/** Reads a text by its lists of words: the reference implementation. */
function slowly(text: string, pairs: readonly WordPair[]): number[] {
  return pairs.map(({ first, second }) => {
    const gaps = wordSequences(text).flatMap((words) =>
      words.flatMap((word, i) =>
        first.includes(word) ? words.flatMap((other, j) => (second.includes(other) ? j - i - 1 : [])) : [],
      ),
    );
    if (gaps.includes(0)) return 1;
    return gaps.some((gap) => gap > 0 && gap <= WORDS_BETWEEN) ? 0.5 : 0;
  });
}

const word = fc.constantFrom('a', 'b', 'ab', 'a1', '1', 'b2', 'ba');
const pairs = fc.array(
  fc.record({
    first: fc.array(word, { minLength: 1, maxLength: 2 }),
    second: fc.array(word, { minLength: 1, maxLength: 2 }),
  }),
  { maxLength: 3 },
);
/** As long as the longest word. */
const LONG = `${'x'.repeat(LONGEST_WORD - 4)}A`;
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', '1', '2', '_', ' ', 'ab', 'Ba', 'ä', LONG), { maxLength: 14 })
  .map((pieces) => pieces.join(''));

it('reads the same order as the lists of words show', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), pairs, (texts, of) => {
      const reader = new OrderReader(of);
      for (const one of texts) expect([...reader.read(one)]).toEqual(slowly(one, of));
    }),
    { numRuns: effort(3000) },
  );
});

it.each<[string, number]>([
  ['rk.turtle', 1],
  ['turtle.rk', 0],
  ['RK_TURTLE', 1],
  ['rkTurtle', 1],
  ['turtleRk', 0],
  ['rk_big_turtle', 0.5],
  ['rk a b c d turtle', 0.5],
  ['rk a b c d e turtle', 0],
  ['rkk turtle', 0],
  ['turtle.rk.turtle', 1],
])('%s has a share of %d', (one, share) => {
  expect(new OrderReader([{ first: ['rk'], second: ['turtle'] }]).read(one)).toEqual([share]);
});
