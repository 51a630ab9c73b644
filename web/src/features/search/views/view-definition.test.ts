import { describe, expect, it } from 'vitest';
import type { Criterion } from '../../../shared/search/filters.ts';
import { filtersOfView, mergedFilters, storedCriterion, viewFilterOf } from './view-definition.ts';

const a: Criterion = { field: 'a', operator: 'EXISTS', values: [], isNegated: false };
const b: Criterion = { field: 'b', operator: 'EQUAL', values: ['1'], isNegated: true };

describe('the filters of a view', () => {
  it.each([
    ['none', { base: [], groups: [] }],
    ['all', { base: [a, b], groups: [] }],
    ['any', { base: [], groups: [[a], [b]] }],
  ])('hold %s of the conditions', (_name, filters) => {
    const held = viewFilterOf(filters);
    expect(held && filtersOfView(held)).toEqual(filters);
  });

  it('cannot hold AND and OR together', () => {
    expect(viewFilterOf({ base: [], groups: [[a, b], [a]] })).toBeUndefined();
    expect(viewFilterOf({ base: [a], groups: [[a], [b]] })).toBeUndefined();
  });

  it('take further conditions', () => {
    expect(mergedFilters({ base: [a], groups: [] }, { base: [b], groups: [] })).toEqual({
      base: [a, b],
      groups: [],
    });
    expect(mergedFilters({ base: [], groups: [[a], [b]] }, { base: [], groups: [[a], [b]] })).toBeUndefined();
  });

  it('are read from their stored form', () => {
    const stored = { field: 'b', condition: 'IN', values: ['1'], negated: true };
    expect(storedCriterion(stored)).toEqual(b);
    expect(storedCriterion({ ...stored, condition: 'RELATED_INCL' })).toBeUndefined();
  });
});
