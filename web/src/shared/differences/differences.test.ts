import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';

const assigned = (...entries: readonly (readonly [string, ...string[]])[]) => ({
  properties: entries.map(([propertyUrn, ...values]) => ({
    propertyUrn,
    values: values.map((string) => ({ string })),
  })),
});

describe('two values of an aspect', () => {
  it('differ in their smallest changed parts', () => {
    const before = { name: 'orders', custom: { a: '1', b: '2' }, tags: [] };
    const after = { name: 'orders', custom: { a: '1', c: '3' }, tags: [] };
    expect(differences('datasetProperties', before, after)).toEqual([
      { aspect: 'datasetProperties', path: ['custom', 'b'], before: '2', after: undefined },
      { aspect: 'datasetProperties', path: ['custom', 'c'], before: undefined, after: '3' },
    ]);
  });

  it('ignore the order of elements with an identity, and derived members', () => {
    const before = { ...assigned(['p', 'x'], ['q', 'y']), lastModified: { time: 1 } };
    const after = { ...assigned(['q', 'y'], ['p', 'x']), lastModified: { time: 2 } };
    expect(differences('structuredProperties', before, after)).toEqual([]);
  });

  it('identify a changed element of a list', () => {
    expect(differences('structuredProperties', assigned(['p', 'x']), assigned(['p', 'y']))).toMatchObject([
      // The values of one property are texts in unions, without an identity.
      { path: ['properties', 'p', 'values'], before: [{ string: 'x' }], after: [{ string: 'y' }] },
    ]);
  });

  it('are compared as a whole if elements of a list have the same identity', () => {
    const before = { elements: [{ url: 'a' }, { url: 'a' }] };
    const after = { elements: [{ url: 'a' }] };
    expect(differences('institutionalMemory', before, after)).toMatchObject([
      { path: ['elements'], before: before.elements, after: after.elements },
    ]);
  });
});

describe('an absent aspect', () => {
  it('is one difference', () => {
    const value = { removed: true };
    expect(differences('status', undefined, value)).toEqual([
      { aspect: 'status', path: [], before: undefined, after: value },
    ]);
    expect(differences('status', value, undefined)).toEqual([
      { aspect: 'status', path: [], before: value, after: undefined },
    ]);
    expect(differences('status', undefined, undefined)).toEqual([]);
  });

  it('is one difference per element if elements are listed one by one', () => {
    const value = { tags: [{ tag: 'urn:li:tag:a' }, { tag: 'urn:li:tag:b' }] };
    expect(differences('globalTags', undefined, value).map(({ path }) => path)).toEqual([
      ['tags', 'urn:li:tag:a'],
      ['tags', 'urn:li:tag:b'],
    ]);
    expect(differences('globalTags', value, undefined)).toHaveLength(2);
    expect(differences('globalTags', undefined, { tags: [] })).toEqual([]);
  });
});
