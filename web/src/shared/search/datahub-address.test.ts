import { describe, expect, it } from 'vitest';
import { fromDataHub } from './datahub-address.ts';
import { SEARCH_ADDRESS } from './search-address.ts';

const HIVE = 'urn:li:dataPlatform:hive';
const translated = (query: string) => fromDataHub(new URLSearchParams(query));
const parsed = (query: string) => SEARCH_ADDRESS.parse(translated(query) ?? new URLSearchParams());

describe('an address of DataHub', () => {
  it('is recognized by its parameters', () => {
    expect(translated('q=orders&filter=platform:is:x&unionType=1')).toBeUndefined();
    expect(translated('query=orders&page=2')?.toString()).toBe('q=orders&page=2');
    expect(translated('query=*')?.toString()).toBe('');
  });

  it('keeps its filters', () => {
    const address = `query=orders&filter_platform=${HIVE}&filter_owners___true___EXISTS___1=&unionType=0`;
    expect(parsed(address)).toMatchObject({
      text: 'orders',
      filters: {
        base: [
          { field: 'platform', operator: 'EQUAL', values: [HIVE], isNegated: false },
          { field: 'owners', operator: 'EXISTS', values: [], isNegated: true },
        ],
        groups: [],
      },
    });
    const values = new URLSearchParams({ 'filter_a.b___false___CONTAIN___0': 'x|y,(z,z),z%2Cz' }).toString();
    expect(parsed(values).filters.base).toEqual([
      { field: 'a.b', operator: 'CONTAIN', values: ['x|y', '(z,z)', 'z,z'], isNegated: false },
    ]);
  });

  it('keeps alternatives', () => {
    const { filters } = parsed(`filter_platform=${HIVE}&filter_tags=urn:li:tag:a&unionType=1`);
    expect(filters.base).toEqual([]);
    expect(filters.groups.map((group) => group.map(({ field }) => field))).toEqual([['platform'], ['tags']]);
  });

  it('reports what has no meaning here', () => {
    for (const [name, value] of [
      ['filter__entityType␞typeNames', 'DATASET␞Table'],
      ['filter_platform___false___RELATED_INCL___0', HIVE],
      ['filter_platform', ''],
      ['filter_x:is', 'a:is:b'],
    ] as const) {
      const { filters, unread } = parsed(new URLSearchParams({ [name]: value }).toString());
      expect(filters).toEqual({ base: [], groups: [] });
      expect(unread).toEqual([expect.stringContaining(name.replaceAll(':', '\\:'))]);
    }
  });
});
