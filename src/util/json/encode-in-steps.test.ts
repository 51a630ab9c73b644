import fc from 'fast-check';
import { expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns.ts';
import { encodeInSteps } from './encode-in-steps.ts';

it('writes the text of JSON.stringify', async () => {
  const values = fc.oneof(
    fc.array(fc.jsonValue()),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 20 })),
  );
  await fc.assert(
    fc.asyncProperty(values, fc.integer({ min: 1, max: 100 }), async (value, part) => {
      expect(String(await encodeInSteps(value, { part }))).toBe(JSON.stringify(value));
    }),
  );
  const raw = { a: JSON.rawJSON('30.0'), b: undefined, c: [undefined, 1, Object.create(null)], d: {} };
  expect(String(await encodeInSteps(raw))).toBe(JSON.stringify(raw));
});

it('lets other work run in between', async () => {
  const page = {
    results: Array.from({ length: 100_000 }, (_, i) => ({ urn: `urn:li:tag:${i}`, tags: [i] })),
  };
  const turns = await turnsDuring(async () => {
    expect(String(await encodeInSteps(page))).toBe(JSON.stringify(page));
  });
  expect(turns).toBeGreaterThan(20);
});
