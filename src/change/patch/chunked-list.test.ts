import fc from 'fast-check';
import { expect, it } from 'vitest';
import { effort } from '../../../test/support/effort.ts';
import { ChunkedList } from './chunked-list.ts';

it('equals an array after any insertions, replacements and removals', () => {
  const edit = fc.record({
    kind: fc.constantFrom('insert' as const, 'set' as const, 'remove' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    times: fc.constantFrom(1, 1, 1_500),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1, 511, 512, 513, 3_000),
      fc.array(edit, { maxLength: 12 }),
      (size, edits) => {
        const expected = Array.from({ length: size }, (_, i) => i);
        const list = new ChunkedList(expected);
        for (const { at, kind, times } of edits) {
          for (let time = 0; time < times; time++) {
            const index = Math.floor(at * expected.length);
            if (kind === 'insert') {
              expected.splice(index, 0, -time);
              list.insert(index, -time);
            } else if (index < expected.length) {
              if (kind === 'set') expected[index] = time;
              else expected.splice(index, 1);
              if (kind === 'set') list.set(index, time);
              else list.remove(index);
            }
          }
        }
        expect([...list]).toEqual(expected);
        expect(list.length).toBe(expected.length);
        for (const index of [0, 1, 511, 512, expected.length - 1, expected.length])
          expect(list.at(index)).toBe(expected[index]);
      },
    ),
    { numRuns: effort(60) },
  );
});
