import { describe, expect, it } from 'vitest';
import { NO_FILTERS, type Criterion } from '../../../shared/search/filters.ts';
import { selectedAssets, withSelected } from './selection.ts';

const exists = (field: string): Criterion => ({ field, operator: 'EXISTS', values: [], isNegated: false });

describe('the selected assets', () => {
  it('are those selected one by one', () => {
    const some = withSelected(withSelected({ urns: new Set(), isAll: true }, ['a', 'b'], true), ['a'], false);
    expect(selectedAssets(some, { text: '', filters: NO_FILTERS }, NO_FILTERS, 9)).toEqual({ urns: ['b'] });
  });

  it('are all that match the words, the filters and the view', () => {
    const all = { urns: new Set<string>(), isAll: true };
    const filters = { base: [exists('a')], groups: [[exists('b')], [exists('c')]] };
    const view = { base: [exists('v')], groups: [] };
    const fields = (given: ReturnType<typeof selectedAssets>): unknown =>
      'search' in given && given.search.orFilters?.map(({ and }) => and.map(({ field }) => field));
    expect(fields(selectedAssets(all, { text: 'x', filters }, view, 9))).toEqual([
      ['v', 'a', 'b'],
      ['v', 'a', 'c'],
    ]);
    expect(selectedAssets(all, { text: '', filters: NO_FILTERS }, NO_FILTERS, 9)).toEqual({
      search: { query: '*', orFilters: [] },
      total: 9,
    });
  });

  it('are never all if the filters of the view are unknown', () => {
    const all = { urns: new Set(['a']), isAll: true };
    expect(selectedAssets(all, { text: '', filters: NO_FILTERS }, undefined, 9)).toEqual({ urns: ['a'] });
  });
});
