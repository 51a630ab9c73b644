import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preview } from './json-input.ts';
import type { JsonValue } from '../json.ts';

/** The preview of a serialization of the whole value. */
function ofWhole(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

describe('the preview of a value', () => {
  it('is the beginning of its JSON', () => {
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 5 }),
      fc.array(fc.string({ maxLength: 200 })),
    ) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(values, (value) => {
        expect(preview(value)).toBe(ofWhole(value));
      }),
    );
    for (const value of [
      'x'.repeat(119),
      '"'.repeat(200),
      `${'y'.repeat(118)}\u{1f600}z`,
      '\ud800'.repeat(40),
    ]) {
      expect(preview(value)).toBe(ofWhole(value));
      expect(preview({ [value]: [value] })).toBe(ofWhole({ [value]: [value] }));
    }
    expect(preview(undefined)).toBe('missing');
    expect(preview({ a: undefined, b: [] })).toBe('{"b":[]}');
  });

  it('reads no more than it shows', () => {
    let read = 0;
    const nested = (): JsonValue =>
      new Proxy([0], {
        get: (list, key, all): unknown => {
          if (key === '0') read++;
          return key === '0' ? nested() : Reflect.get(list, key, all);
        },
      });
    expect(preview(nested())).toBe(`${'['.repeat(120)}…`);
    expect(read).toBeLessThan(200);
    const wide = new Proxy(Array<number>(1_000_000).fill(7), {
      get: (list, key, all): unknown => {
        read++;
        return Reflect.get(list, key, all);
      },
    });
    read = 0;
    expect(preview(wide)).toBe(`[${'7,'.repeat(200)}`.slice(0, 120) + '…');
    expect(read).toBeLessThan(500);
  });
});
