import { describe, expect, it } from 'vitest';
import { changesOfList, titleOf } from './proposed-changes.ts';

describe('changesOfList', () => {
  it('adds and removes, so that what others add meanwhile is kept', () => {
    expect(changesOfList('tags', ['a', 'b'], ['b', 'c'])).toEqual([
      { field: 'tags', action: 'add', values: ['c'] },
      { field: 'tags', action: 'remove', values: ['a'] },
    ]);
  });

  it('sets or clears a field of one value', () => {
    expect(changesOfList('domain', ['a'], ['b'], true)).toEqual([
      { field: 'domain', action: 'set', values: ['b'] },
    ]);
    expect(changesOfList('domain', ['a'], [], true)).toEqual([
      { field: 'domain', action: 'clear', values: [] },
    ]);
  });

  it('is empty if nothing differs, in any order', () => {
    expect(changesOfList('tags', ['a', 'b'], ['b', 'a'])).toEqual([]);
  });
});

describe('titleOf', () => {
  const upper = (value: string): string => value.toUpperCase();

  it('names what changes, and how', () => {
    expect(titleOf('Tags of orders', changesOfList('tags', ['a'], ['b', 'c']), upper)).toBe(
      'Tags of orders: add B and C, remove A',
    );
    expect(titleOf('Domain of orders', changesOfList('domain', ['a'], [], true), upper)).toBe(
      'Domain of orders: none',
    );
  });
});
