import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeInJson } from './place-in-json.ts';

const MARK = 'the marked value';

/** JSON values with their steps to a marked text inside them. */
const marked = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(MARK),
    fc
      .tuple(fc.array(fc.jsonValue({ maxDepth: 1 })), tie('value'))
      .map(([before, value]) => [...before, value, 'after']),
    fc
      .tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 1 })), tie('value'))
      .map(([others, value]) => ({ ...others, chosen: value, z: [1] })),
  ),
})).value;

function stepsTo(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length - 2}]${stepsTo(value.at(-2))}`;
  if (typeof value !== 'object' || value === null || !('chosen' in value)) return '';
  return `.chosen${stepsTo(value.chosen)}`;
}

it('names the steps to a value, with any text before it', () => {
  fc.assert(
    fc.property(marked, fc.constantFrom(0, 1), (value, space) => {
      const text = JSON.stringify(value, null, space);
      const expected = stepsTo(value).replace(/^\./, '');
      expect(placeInJson(text, text.lastIndexOf(`"${MARK}"`))).toBe(expected);
    }),
  );
});

it('skips names with quotes and brackets, and truncates long ones', () => {
  expect(placeInJson('{"a\\"[{": [{}, {"b": 7', 20)).toBe('a\\"[{[1].b');
  expect(placeInJson(`{"${'x'.repeat(200)}": 1`, 205)).toHaveLength(100);
  expect(placeInJson(`${'['.repeat(30)}1`, 30)).toBe(`${'[0]'.repeat(20)}…`);
});
