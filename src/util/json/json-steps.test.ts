import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { parseInSteps } from './json-steps.ts';

const parts = fc.integer({ min: 1, max: 30 });
const texts = fc
  .tuple(
    fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
    fc.constantFrom(0, 2),
  )
  .map(([value, space]) => JSON.stringify(value, null, space));

/** What JSON.parse returns; undefined if it throws. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('parsing in steps', () => {
  it('returns the result of JSON.parse, for any split into parts', async () => {
    await fc.assert(
      fc.asyncProperty(texts, parts, async (text, part) => {
        const value = await parseInSteps(text, part);
        expect(value).toEqual(JSON.parse(text));
        // The order of members, too.
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses the texts that JSON.parse refuses', async () => {
    const marks = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '1', ' ', '\\', 'x', '\u00a0', '');
    await fc.assert(
      fc.asyncProperty(texts, parts, fc.nat(), fc.nat(3), marks, async (text, part, place, length, mark) => {
        const at = place % text.length;
        const broken = text.slice(0, at) + mark + text.slice(at + length);
        const wanted = parsed(broken);
        // A number or a text needs no steps.
        if (typeof wanted !== 'object' || wanted === null) {
          if (wanted === undefined) await expect(parseInSteps(broken, part)).rejects.toThrow(SyntaxError);
        } else expect(await parseInSteps(broken, part)).toEqual(wanted);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes the last of several members of one name, and any name', async () => {
    const text = '{"a":[1,2,3],"__proto__":{"b":1},"2":[4],"a":{"c":[5]},"1":[],"__proto__":[7,8,9]}';
    for (let part = 1; part < 40; part++) {
      const value = await parseInSteps(text, part);
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  it('lets other work run in between', async () => {
    const text = JSON.stringify(Array.from({ length: 100_000 }, (_, i) => ({ [`k${i}`]: [] })));
    expect(await turnsDuring(() => parseInSteps(text))).toBeGreaterThan(20);
  });
});
