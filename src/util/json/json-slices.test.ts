import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf, endOfValue, membersOf } from './json-slices.ts';

describe('json-slices', () => {
  it('splits an object into members and a list into elements', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2),
        (value, indent) => {
          const members = membersOf(JSON.stringify(value, null, indent));
          const parsed = [...members].map(([name, text]): unknown => [name, JSON.parse(text)]);
          expect(parsed).toEqual(Object.entries(JSON.parse(JSON.stringify(value))));
        },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2), (value, indent) => {
        const elements = elementsOf(JSON.stringify(value, null, indent));
        expect(elements.map((text): unknown => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps numbers as they are written', () => {
    expect([...membersOf('{"a":1.0,"b": [12345678901234567890, 1e3] }')]).toEqual([
      ['a', '1.0'],
      ['b', '[12345678901234567890, 1e3]'],
    ]);
  });

  it('detects incomplete values', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        expect(endOfValue(text, 0)).toBe(text.length);
        expect(endOfValue(text.slice(0, cut % text.length), 0)).toBeUndefined();
      }),
    );
    expect(() => membersOf('{"a":"b')).toThrow('ends within the value at 5');
  });
});
