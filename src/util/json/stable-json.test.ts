import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stableJson } from './stable-json.ts';
import type { JsonValue } from '../json.ts';

describe('stable JSON', () => {
  it('sorts members at every depth and keeps the order of lists', () => {
    expect(stableJson({ b: [2, 1, { d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[2,1,{"c":2,"d":1}]}');
  });

  it('parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // fast-check's values are JSON by construction.
        const text = stableJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(stableJson(JSON.parse(text) as JsonValue)).toBe(text);
      }),
    );
  });
});
