import fc from 'fast-check';
import { atOnce } from '../../../util/concurrency/steps.ts';
import { describe, expect, it } from 'vitest';
import { ordinalsContaining } from './contains.ts';
import { TextDictionary, dictionaryArrays } from './text-dictionary.ts';

const texts = fc.uniqueArray(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('', '\ud83d', '\ude00', '\u{1f600}', '\uffff', '\ue000', 'a'.repeat(70_000)),
  ),
  { maxLength: 20 },
);

function dictionaryOf(values: readonly string[]): { sorted: string[]; dictionary: TextDictionary } {
  const sorted = values.toSorted();
  return { sorted, dictionary: new TextDictionary(dictionaryArrays(sorted)) };
}

describe('TextDictionary', () => {
  it('returns every text, even a lone surrogate, in UTF-16 unit order', () => {
    fc.assert(
      fc.property(texts, (values) => {
        const { sorted, dictionary } = dictionaryOf(values);
        expect(sorted.map((_, ordinal) => dictionary.get(ordinal))).toEqual(sorted);
      }),
    );
  });

  it('finds texts, and the insertion point of missing ones', () => {
    fc.assert(
      fc.property(texts, fc.string({ unit: 'binary', maxLength: 6 }), (values, wanted) => {
        const { sorted, dictionary } = dictionaryOf(values);
        expect(dictionary.find(wanted)).toBe(sorted.indexOf(wanted));
        expect(dictionary.lowerBound(wanted)).toBe(sorted.filter((text) => text < wanted).length);
        expect(dictionary.upperBound(wanted)).toBe(sorted.filter((text) => text <= wanted).length);
      }),
    );
  });
});

describe('ordinalsContaining', () => {
  it('finds substrings ignoring case, never across two texts', () => {
    const unit = fc.constantFrom('a', 'B', 'b');
    const words = fc.uniqueArray(fc.string({ unit, maxLength: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.string({ unit, maxLength: 3 }), (values, part) => {
        const { sorted, dictionary } = dictionaryOf([...values, 'x'.repeat(70_000)]);
        const folded = part.toLowerCase();
        const expected = sorted.flatMap((text, ordinal) =>
          text.toLowerCase().includes(folded) ? [ordinal] : [],
        );
        expect(atOnce(ordinalsContaining(dictionary, folded, () => undefined))).toEqual(expected);
      }),
    );
  });

  it('returns undefined for dictionaries with non-ASCII texts', () => {
    expect(atOnce(ordinalsContaining(dictionaryOf(['é']).dictionary, 'e', () => undefined))).toBeUndefined();
  });
});
