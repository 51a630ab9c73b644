import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../concurrency/steps.ts';
import type { JsonValue } from '../json.ts';
import { sameJson } from './same-json.ts';

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

describe('sameJson', () => {
  it('compares as deep equality of parsed JSON does', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(atOnce(sameJson(one, other))).toBe(isDeepStrictEqual(one, other));
        expect(atOnce(sameJson(one, JSON.parse(JSON.stringify(one)) as JsonValue))).toBe(true);
      }),
    );
  });

  it.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { b: 1 }, false],
    [[], {}, false],
    [{ toString: 1 }, {}, false],
    [
      JSON.parse('{"__proto__": {"a": 1}}') as JsonValue,
      JSON.parse('{"__proto__": {"a": 2}}') as JsonValue,
      false,
    ],
  ])('%j and %j: %s', (one: JsonValue, other: JsonValue, are) => {
    expect(atOnce(sameJson(one, other))).toBe(are);
  });

  it('compares long values in steps', () => {
    const long = Array.from({ length: 100_000 }, (_, i) => ({ i }));
    let steps = 0;
    const comparing = sameJson(long, structuredClone(long));
    while (comparing.next().done !== true) steps++;
    expect(steps).toBeGreaterThan(10);
  });
});
