import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUrn } from '../../model/urn.ts';
import { differences, digestsOf, formatPlanToken, parsePlanToken } from './plan-token.ts';

const urn = parseUrn('urn:li:structuredProperty:p');
const shown = (property: object = {}) => ({
  sequence: 7,
  definitions: [{ urn, current: '3.-.-', proposed: 'abc', entities: 5, values: 6, ...property }],
});

describe('a plan token', () => {
  it('round-trips the shown plan', () => {
    const property = fc.record({
      urn: fc.constantFrom('urn:li:structuredProperty:p', 'urn:li:structuredProperty:é漢😀'),
      current: fc.string(),
      proposed: fc.string(),
      entities: fc.nat(),
      values: fc.nat(),
    });
    fc.assert(
      fc.property(fc.nat(), fc.array(property, { maxLength: 5 }), (sequence, definitions) => {
        const token = formatPlanToken({ sequence, definitions });
        expect(token).toMatch(/^[\w-]+$/);
        expect(parsePlanToken(token)).toEqual({ sequence, definitions });
      }),
    );
  });

  it('is refused if malformed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parsePlanToken(text)).toThrow('planToken is invalid');
      }),
    );
    for (const plan of [[], {}, { sequence: 1 }, shown({ entities: -1 }), shown({ urn: 1 })]) {
      const token = Buffer.from(JSON.stringify(plan)).toString('base64url');
      expect(() => parsePlanToken(token)).toThrow('planToken is invalid');
    }
  });
});

describe('differences from the shown plan', () => {
  it.each([
    ['the same', {}, []],
    ['fewer', { entities: 4, values: 5 }, []],
    ['more values', { values: 7 }, ['7 values on 5 entities of urn:li:structuredProperty:p']],
    ['more entities', { entities: 6 }, ['6 values on 6 entities']],
    ['another definition', { current: '8.-.-' }, ['has changed since sequence 7']],
    ['another proposal', { proposed: 'xyz', values: 9 }, ['differs from the plan']],
    [
      'another property',
      { urn: 'urn:li:structuredProperty:q' },
      ['is missing from the input', 'was not planned'],
    ],
  ])('%s', (_case, now, texts) => {
    const found = differences(shown(), shown(now));
    expect(found).toHaveLength(texts.length);
    for (const [i, text] of texts.entries()) expect(found[i]).toContain(text);
  });
});

describe('digests of a proposal', () => {
  const digest = (propertyDefinition: object, rest: object = {}) =>
    digestsOf({
      definitions: [{ urn, propertyDefinition: { ...propertyDefinition }, ...rest }],
      deletions: [],
    }).get(urn);

  it('distinguish proposals, but not the member order of one', () => {
    expect(digest({ a: 1, b: 2 })).toBe(digest({ b: 2, a: 1 }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: 2 }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: 1 }, { structuredPropertySettings: {} }));
    const deletion = (hard: boolean) => digestsOf({ definitions: [], deletions: [{ urn, hard }] }).get(urn);
    expect(deletion(true)).not.toBe(deletion(false));
  });
});
