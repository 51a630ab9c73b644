import { describe, expect, it } from 'vitest';
import { readRegistry } from '../../../config/read-registry.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { loadRegistry } from '../../../model/registry/load-registry.ts';
import { parseDuration, parseSearch, parseSort, type AnySearchInput } from './parse-search.ts';
import type { EntityType } from '../schema/schema-types.generated.ts';

const REGISTRY = loadRegistry(readRegistry());
const parse = (input: Partial<AnySearchInput>, registry = REGISTRY): ReturnType<typeof parseSearch> =>
  parseSearch({ query: '*', ...input }, registry);

describe('parseSearch', () => {
  it('replaces omitted and null members by DataHub’s defaults', () => {
    const expected = {
      entityTypes: [],
      query: '*',
      filter: [],
      flags: {
        maxAggValues: 20,
        skipAggregates: false,
        skipHighlighting: false,
        includeSoftDeleted: false,
        includeStructuredPropertyFacets: false,
        fulltext: true,
        allWords: false,
        filterNonLatestVersions: true,
        lifecycle: 'published',
        exactTotal: false,
        getSuggestions: false,
        grouping: [],
      },
    };
    expect(parse({})).toEqual(expected);
    const nulls = { types: null, filters: null, orFilters: null, searchFlags: null };
    expect(parse(nulls)).toEqual(expected);
    expect(parse({ searchFlags: { maxAggValues: null, includeSoftDeleted: null, minScore: null } })).toEqual(
      expected,
    );
  });

  it('translates type names, and maps OTHER to added types', () => {
    expect(parse({ types: ['CORP_USER', 'DATASET', 'CORP_USER'] })?.entityTypes).toEqual([
      'corpuser',
      'dataset',
    ]);
    expect(parse({ types: ['OTHER'] })?.entityTypes).toEqual(['changeProposal']);
    expect(parse({ types: ['RESTRICTED'] })).toBeUndefined();
    const dataset = REGISTRY.entities.get('dataset');
    if (dataset === undefined) throw new Error('no dataset');
    const added: EntityRegistry = {
      ...REGISTRY,
      entities: new Map([...REGISTRY.entities, ['myType', dataset]]),
    };
    expect(parse({ types: ['OTHER', 'TAG'] }, added)?.entityTypes).toEqual([
      'changeProposal',
      'myType',
      'tag',
    ]);
  });

  it('adds the older filters to every alternative', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((field) => ({ field, values: ['1'] }));
    const criterion = (field: string): object => ({
      field,
      operator: 'EQUAL',
      values: ['1'],
      negated: false,
    });
    if (a === undefined || b === undefined || c === undefined) throw new Error('three conditions');
    expect(parse({ filters: [a], orFilters: [{ and: [b] }, { and: [c] }] })?.filter).toEqual([
      [criterion('b'), criterion('a')],
      [criterion('c'), criterion('a')],
    ]);
    expect(parse({ filters: [a] })?.filter).toEqual([[criterion('a')]]);
    expect(parse({ orFilters: [{ and: null }] })?.filter).toEqual([[]]);
  });

  it('reads conditions in every form', () => {
    const read = (input: object): unknown =>
      parse({ orFilters: [{ and: [{ field: 'f', ...input }] }] })?.filter[0]?.[0];
    expect(read({ condition: 'EXISTS', negated: true })).toEqual({
      field: 'f',
      operator: 'EXISTS',
      values: [],
      negated: true,
    });
    expect(read({ value: 'x', condition: null })).toEqual({
      field: 'f',
      operator: 'EQUAL',
      values: ['x'],
      negated: false,
    });
    expect(read({ value: 'x', values: ['y', 'z'] })).toMatchObject({ values: ['y', 'z'] });
  });

  it('groups by types that exist', () => {
    const grouped = (groupingEntityType: EntityType, baseEntityType: EntityType | null): unknown =>
      parse({ searchFlags: { groupingSpec: { groupingCriteria: [{ baseEntityType, groupingEntityType }] } } })
        ?.flags.grouping;
    expect(grouped('DATASET', 'SCHEMA_FIELD')).toEqual([{ from: 'schemaField', to: 'dataset' }]);
    expect(() => grouped('DATASET', null)).toThrow('it names nothing and DATASET');
    expect(() => grouped('OTHER', 'DATASET')).toThrow('it names DATASET and OTHER');
  });
});

describe('parseSort', () => {
  it('prefers sortCriteria to sortCriterion', () => {
    const single = { field: 'a', sortOrder: 'DESCENDING' } as const;
    expect(parseSort({ query: '*' })).toEqual([]);
    expect(parseSort({ query: '*', sortInput: { sortCriterion: single } })).toEqual([
      { field: 'a', order: 'DESCENDING' },
    ]);
    const list = [{ field: 'b', sortOrder: 'ASCENDING' }] as const;
    expect(parseSort({ query: '*', sortInput: { sortCriterion: single, sortCriteria: list } })).toEqual([
      { field: 'b', order: 'ASCENDING' },
    ]);
  });
});

describe('parseDuration', () => {
  it.each([
    ['5m', 300_000],
    ['30s', 30_000],
    ['250ms', 250],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '5', 'm', '-5m', '5 m', '5M', '1.5h', '99999999999m'])('refuses %j', (text) => {
    expect(() => parseDuration(text)).toThrow("'keepAlive' must be a duration");
  });
});
