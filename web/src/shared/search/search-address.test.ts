import { describe, expect, it } from 'vitest';
import { SEARCH_ADDRESS, searchAddress, type SearchState } from './search-address.ts';

const NOTHING: SearchState = {
  text: '',
  filters: { base: [], groups: [] },
  sort: undefined,
  page: 1,
  view: undefined,
  facets: [],
};
const parse = (query: string): SearchState => SEARCH_ADDRESS.parse(new URLSearchParams(query));

describe('the address of a search', () => {
  it('is empty for a search of everything', () => {
    expect(SEARCH_ADDRESS.format(NOTHING).toString()).toBe('');
    expect(searchAddress({})).toBe('/search');
    expect(parse('')).toEqual(NOTHING);
  });

  it('keeps filters that are not understood', () => {
    const query = 'filter=color&filter=platform:is:hive&filter=size:near:3';
    const state = parse(query);
    expect(state.unread).toEqual(['color', 'size:near:3']);
    expect(state.filters.base).toHaveLength(1);
    expect(parse(SEARCH_ADDRESS.format(state).toString())).toEqual(state);
  });

  it('is readable', () => {
    const base = [
      { field: 'platform', operator: 'EQUAL', values: ['hive', 'kafka'], isNegated: false },
      { field: 'owners', operator: 'EXISTS', values: [], isNegated: true },
    ] as const;
    const address = searchAddress({ text: 'orders', filters: { base, groups: [] }, page: 2 });
    expect(decodeURIComponent(address)).toBe(
      '/search?q=orders&filter=platform:is:hive|kafka&filter=-owners:exists&page=2',
    );
  });

  it.each<[string, Partial<SearchState>]>([
    ['words', { text: 'a & b = ü "c"' }],
    [
      'sort, page, view and facets',
      {
        sort: { field: '_entityName', isDescending: true },
        page: 7,
        view: 'urn:li:dataHubView:1',
        facets: ['tags', 'a b'],
      },
    ],
    ['no view', { view: '' }],
    [
      'groups and escaped characters',
      {
        filters: {
          base: [{ field: 'a:b\\', operator: 'EQUAL', values: ['x|y', '\\', '\\|', ''], isNegated: true }],
          groups: [
            [{ field: 'n', operator: 'GREATER_THAN', values: ['-1'], isNegated: false }],
            [
              { field: 'name', operator: 'CONTAIN', values: ['‮:اسم'], isNegated: false },
              { field: 'name', operator: 'EXISTS', values: [], isNegated: false },
            ],
          ],
        },
      },
    ],
  ])('keeps %s', (_what, part) => {
    const state = { ...NOTHING, ...part };
    expect(parse(SEARCH_ADDRESS.format(state).toString())).toEqual(state);
  });

  it.each([
    'filter=x',
    'filter=:is:x',
    'filter=x:nope:y',
    'filter=x:is',
    'page=0',
    'page=1.5',
    'page=x',
    'sort=-',
    'facet=',
    'or=',
  ])('does not apply %s', (query) => {
    const { unread, ...rest } = parse(query);
    expect(rest).toEqual(NOTHING);
    expect(unread).toEqual(query.startsWith('filter=') ? [query.slice('filter='.length)] : undefined);
  });
});
