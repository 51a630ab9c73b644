import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { parseJsonExactly, parseLongJson } from './exact-json.ts';
import { JsonScan } from './json-scan.ts';
import type { JsonValue } from '../json.ts';

const LIMITS = { depth: 5, values: 20, members: 10 };

/** Values and names, counted in the parsed value. */
function counted(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value).reduce<number>((sum, member) => sum + counted(member ?? null), 1);
  return Array.isArray(value) ? members : members + Object.keys(value).length;
}

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((member) => depthOf(member ?? null)));
}

/** The message that refuses a text, read in parts; undefined if it is accepted. */
function refusal(text: string, part: number, limits = LIMITS): string | undefined {
  const scan = new JsonScan(text, limits);
  try {
    while (!scan.isComplete) scan.read(part);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the scan of a JSON text', () => {
  const parts = fc.integer({ min: 1, max: 20 });
  const texts = fc
    .tuple(fc.jsonValue(), fc.constantFrom(0, 1))
    .map(([value, space]) => JSON.stringify(value, null, space));

  it('finds the nesting, for any strings and any split into parts', () => {
    fc.assert(
      fc.property(texts, parts, (text, part) => {
        const depth = depthOf(JSON.parse(text) as JsonValue);
        expect(refusal(text, part, { depth, values: 10_000, members: 100 })).toBeUndefined();
        if (depth > 0)
          expect(refusal(text, part, { depth: depth - 1, values: 10_000, members: 100 })).toContain(
            'nested deeper',
          );
      }),
    );
  });

  it('counts values and names; an empty list or object counts twice', () => {
    fc.assert(
      fc.property(texts, parts, (text, part) => {
        const empty = (text.replace(/"(\\.|[^"\\])*"/g, 's').match(/\[\]|\{\}/g) ?? []).length;
        const values = counted(JSON.parse(text) as JsonValue) + empty;
        expect(refusal(text, part, { depth: 1000, values, members: 100 })).toBeUndefined();
        expect(refusal(text, part, { depth: 1000, values: values - 1, members: 100 })).toContain(
          'values and names',
        );
      }),
    );
  });

  it('names the exceeded limit, its value and the remedy', () => {
    expect(refusal('['.repeat(6), 1)).toBe('The JSON is nested deeper than 5 levels. Send flatter values.');
    expect(refusal(`[${'1,'.repeat(20)}1]`, 100)).toBe(
      'The JSON has more than 20 values and names. Send it in several smaller requests.',
    );
    expect(refusal(`[${'9'.repeat(100)}]`, 100)).toEqual(
      expect.stringContaining(`The number ${'9'.repeat(39)}… would be rounded to 1${'0'.repeat(38)}…: `),
    );
  });

  it('counts the members of each object by itself', () => {
    const object = (count: number, value = '1'): string =>
      `{${`"a":${value},`.repeat(count - 1)}"b":${value}}`;
    const limits = { depth: 5, values: 1_000, members: 10 };
    expect(refusal(`[${object(10, object(10))},${object(10)}]`, 3, limits)).toBeUndefined();
    const message = 'An object in the JSON has more than 10 members. Send smaller objects.';
    expect(refusal(object(11), 3, limits)).toBe(message);
    expect(refusal(object(10, object(11)), 3, limits)).toBe(message);
  });

  it('refuses a number with excessive digits', () => {
    expect(refusal(`[0.${'3'.repeat(998)}]`, 7)).toBeUndefined();
    const refused = `The number 0.${'3'.repeat(37)}… has more than 1000 characters. Send fewer digits: a double stores 17.`;
    expect(refusal(`[0.${'3'.repeat(999)}]`, 7)).toBe(`[0]: ${refused}`);
    expect(refusal(`0.${'3'.repeat(10_000_000)}`, 7)).toBe(refused);
  });

  it('refuses before anything is parsed', () => {
    // Not JSON: the parser would complain about that.
    expect(() => parseJsonExactly('['.repeat(300))).toThrow('nested deeper than 200 levels');
    expect(() => parseJsonExactly(`[${',{}'.repeat(100)}`, { depth: 200, values: 50, members: 10 })).toThrow(
      'more than 50 values',
    );
  });

  it('yields to other work while it reads a long text', async () => {
    const text = JSON.stringify('x'.repeat(5_000_000));
    const turns = await turnsDuring(async () => {
      expect(await parseLongJson(text, LIMITS)).toHaveLength(5_000_000);
    });
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});
