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

describe('findSorted', () => {
  it('finds what find does, for any number of texts on both sides', () => {
    const many = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\ud83d'), maxLength: 7 }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(fc.oneof(texts, many), fc.array(fc.oneof(texts, many)), (values, wanted) => {
        const { dictionary } = dictionaryOf(values);
        const asked = [...new Set([...wanted.flat(), ...values.slice(0, 3)])].sort();
        const expected = asked.map((text) => dictionary.find(text));
        expect([...atOnce(dictionary.findSorted(asked))]).toEqual(expected);
        const found = expected.filter((ordinal) => ordinal >= 0);
        const twice = asked.flatMap((text) => [text, text]);
        expect([...atOnce(dictionary.findSorted(twice))].filter((ordinal) => ordinal >= 0)).toEqual(found);
      }),
    );
  });

  it('continues from one step to the next', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => `text ${i} ${i % 7 === 0 ? 'é' : ''}`);
    const { dictionary } = dictionaryOf(values.filter((_, i) => i % 3 > 0));
    const asked = values.filter((_, i) => i % 2 > 0).sort();
    const expected = asked.map((text) => dictionary.find(text));
    expect([...atOnce(dictionary.findSorted(asked))]).toEqual(expected);
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
