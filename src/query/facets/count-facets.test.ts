import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_PAGE, PLAIN_FLAGS, ReadingCatalog } from '../../../test/support/memory/reading-catalog.ts';
import { propertyUrn } from '../../../test/support/memory/search-fixtures.ts';
import type { Filter } from '../../model/filter.ts';
import type { FacetResult, SearchFlags } from '../metadata-query.ts';

let catalog: ReadingCatalog;

const dataset = (name: string, platform = 'hive'): string =>
  `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;

beforeAll(async () => {
  catalog = await ReadingCatalog.open();
  const shown = await catalog.define('f.number', 'number');
  await catalog.put(shown, { structuredPropertySettings: { showInSearchFilters: true } });
  await catalog.define('f.text', 'string');
  await catalog.define('f.date', 'date');
  await catalog.put(dataset('a'), { subTypes: { typeNames: ['Table'] } });
  await catalog.put(dataset('c', 'kafka'), { subTypes: { typeNames: ['Topic'] } });
  await catalog.put('urn:li:chart:(looker,1)', { subTypes: { typeNames: ['Table'] } });
  await catalog.assign(dataset('a'), { 'f.number': [30, 5], 'f.text': ['Foo'], 'f.date': ['2020-10-01'] });
  await catalog.assign(dataset('b'), { 'f.number': [30, 100], 'f.text': ['foo'] });
  await catalog.assign(dataset('c', 'kafka'), { 'f.number': [1e21], 'f.text': ['foo'] });
});

afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
});

function aggregate(
  names: readonly string[],
  more: { filter?: Filter; flags?: Partial<SearchFlags>; entityTypes?: readonly string[] } = {},
): Promise<readonly FacetResult[]> {
  const { filter = [], flags = {}, entityTypes = ['dataset'] } = more;
  const input = { entityTypes, query: '*', filter, flags: { ...PLAIN_FLAGS, ...flags } };
  return catalog.query.aggregate(input, names, catalog.scope);
}

async function counts(
  ...args: Parameters<typeof aggregate>
): Promise<readonly (readonly [string, number])[]> {
  const [facet] = await aggregate(...args);
  return (facet?.buckets ?? []).map(({ value, count }) => [value, count] as const);
}

const one = (field: string, ...values: string[]): Filter => [
  [{ field, operator: 'EQUAL', values, negated: false }],
];

describe('facets', () => {
  it('returns numbers with a decimal point, equal counts in numeric order', async () => {
    expect(await counts(['structuredProperties.f.number'])).toEqual([
      ['30.0', 2],
      ['5.0', 1],
      ['100.0', 1],
      ['1000000000000000000000.0', 1],
    ]);
  });

  it('shows dates as days, including those that only the filter names', async () => {
    const filter = one('structuredProperties.f.date', '1970-01-02');
    const days = async (...args: Parameters<typeof aggregate>): Promise<readonly unknown[]> => {
      const [facet] = await aggregate(...args);
      return (facet?.buckets ?? []).map(({ value, displayName }) => [value, displayName]);
    };
    const facet = 'structuredProperties.f.date';
    expect(await days([facet])).toEqual([['1601510400000', '2020-10-01']]);
    expect(await days([facet], { filter })).toEqual([['86400000', '1970-01-02']]);
    expect(await days([`_entityType␞${facet}`])).toContainEqual([
      'DATASET␞1601510400000',
      'DATASET␞2020-10-01',
    ]);
    expect(await days(['platform'])).toContainEqual(['urn:li:dataPlatform:hive', undefined]);
  });

  it('returns texts unchanged and dates in epoch milliseconds', async () => {
    expect(await counts(['structuredProperties.f.text'])).toEqual([
      ['foo', 2],
      ['Foo', 1],
    ]);
    expect(await counts(['structuredProperties.f.date'])).toEqual([['1601510400000', 1]]);
  });

  it('returns the requested name and the property', async () => {
    const [facet] = await aggregate(['structuredProperties.f_number']);
    expect(facet).toMatchObject({
      field: 'structuredProperties.f_number',
      displayName: 'structuredProperties.f_number',
      entity: propertyUrn('f.number'),
    });
  });

  it('returns the entity of a value that is a urn', async () => {
    const [facet] = await aggregate(['platform']);
    expect(facet).toEqual({
      field: 'platform',
      displayName: 'Platform',
      entity: undefined,
      buckets: [
        {
          value: 'urn:li:dataPlatform:hive',
          count: 2,
          entity: 'urn:li:dataPlatform:hive',
          displayName: undefined,
        },
        {
          value: 'urn:li:dataPlatform:kafka',
          count: 1,
          entity: 'urn:li:dataPlatform:kafka',
          displayName: undefined,
        },
      ],
    });
  });

  it('counts entity types by GraphQL name, including those without entities', async () => {
    expect(await counts(['_entityType'], { entityTypes: ['dataset', 'chart', 'mlModel'] })).toEqual([
      ['DATASET', 3],
      ['CHART', 1],
      ['MLMODEL', 0],
    ]);
  });

  it('nests two fields: the outer values and the pairs', async () => {
    expect(await counts(['_entityType␞typeNames'], { entityTypes: ['dataset', 'chart'] })).toEqual([
      ['DATASET', 3],
      ['CHART', 1],
      ['CHART␞Table', 1],
      ['DATASET␞Table', 1],
      ['DATASET␞Topic', 1],
    ]);
    const [facet] = await aggregate(['_entityType␞typeNames']);
    expect(facet?.displayName).toBe('Type␞Sub Type');
    await expect(aggregate(['a␞b␞c'])).rejects.toThrow("The facet 'a␞b␞c' nests 3 fields");
  });

  it('treats minus zero in the filter as zero', async () => {
    const filter = one('structuredProperties.f.number', '-0', '0');
    expect(await counts(['structuredProperties.f.number'], { filter })).toEqual([['0.0', 0]]);
  });

  it('adds filter values that no entity has', async () => {
    const filter: Filter = [[...(one('structuredProperties.f.number', '30', '7')[0] ?? [])]];
    expect(await counts(['structuredProperties.f.number'], { filter })).toEqual([
      ['30.0', 2],
      ['5.0', 1],
      ['100.0', 1],
      ['7.0', 0],
    ]);
    expect(
      await counts(['structuredProperties.f.date'], {
        filter: one('structuredProperties.f.date', '1970-01-02'),
      }),
    ).toEqual([['86400000', 0]]);
    expect(await counts(['platform'], { filter: one('platform.keyword', 'urn:li:dataPlatform:x') })).toEqual([
      ['urn:li:dataPlatform:x', 0],
    ]);
    expect(await counts(['_entityType'], { filter: one('_entityType', 'tag') })).toEqual([
      ['TAG', 0],
      ['DATASET', 0],
    ]);
  });

  it('does not treat the bound of a range as a value', async () => {
    const filter: Filter = [
      [{ field: 'structuredProperties.f.number', operator: 'GREATER_THAN', values: ['50'], negated: false }],
    ];
    expect(await counts(['structuredProperties.f.number'], { filter })).toEqual([
      ['30.0', 1],
      ['100.0', 1],
      ['1000000000000000000000.0', 1],
    ]);
  });

  it('returns as many values as requested', async () => {
    expect(await counts(['structuredProperties.f.number'], { flags: { maxAggValues: 1 } })).toEqual([
      ['30.0', 2],
    ]);
    for (const maxAggValues of [0, -1, 1.5]) {
      await expect(aggregate(['platform'], { flags: { maxAggValues } })).rejects.toThrow(
        'maxAggValues must be',
      );
    }
  });

  it.each([
    [1, [['5.0', 1]]],
    [
      2,
      [
        ['5.0', 1],
        ['30.0', 1],
      ],
    ],
    [
      3,
      [
        ['5.0', 1],
        ['30.0', 1],
        ['7.0', 0],
      ],
    ],
  ])('prefers values that the filter names, with their counts, among %i', async (maxAggValues, expected) => {
    const filter = one('structuredProperties.f.number', '7', '5');
    expect(await counts(['structuredProperties.f.number'], { filter, flags: { maxAggValues } })).toEqual(
      expected,
    );
  });

  it('has facets without values where they are named, and reports unknown names', async () => {
    const named = ['tags', 'structuredProperties.no.such', 'nonsense', '_entityType␞nonsense'];
    expect(await aggregate(named)).toEqual([
      { field: 'tags', displayName: 'Tagged With', entity: undefined, buckets: [] },
    ]);
    expect((await aggregate([])).map(({ field }) => field)).not.toContain('tags');
    expect(catalog.warnings.filter((message) => message.startsWith("Facet 'nonsense'"))).toHaveLength(1);
  });

  it('counts entities that are not soft-deleted', async () => {
    expect(await counts(['removed'])).toEqual([['false', 3]]);
  });

  it('counts the declared facets by default', async () => {
    const fields = (await aggregate([])).map(({ field }) => field);
    expect(fields).toEqual(['_entityType', 'origin', 'platform', 'typeNames', '_entityType␞typeNames']);
  });

  it('is part of a search unless skipped, with properties shown in filters if requested', async () => {
    const search = async (flags: Partial<SearchFlags>): Promise<readonly string[]> => {
      const outcome = await catalog.query.search(
        { ...FIRST_PAGE, flags: { ...PLAIN_FLAGS, ...flags } },
        catalog.scope,
      );
      return outcome.facets.map(({ field }) => field);
    };
    expect(await search({})).toEqual([]);
    expect(await search({ skipAggregates: false })).not.toContain('structuredProperties.f.number');
    const names = await search({ skipAggregates: false, includeStructuredPropertyFacets: true });
    expect(names).toEqual(expect.arrayContaining(['platform', 'structuredProperties.f.number']));
    expect(names).not.toContain('structuredProperties.f.text');
  });
});
