import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('search.days', { type: 'number', entityTypes: ['dataset', 'chart'] });
  for (const [name, days] of [
    ['a', 10],
    ['b', 30],
    ['c', 30],
    ['d', undefined],
  ] as const) {
    await client.dataset(`search.${name}`, {
      name: `Orders ${name}`,
      description: 'what was ordered',
      customProperties: { env: name },
    });
    if (days !== undefined)
      await client.assign(datasetUrn(`search.${name}`), { 'search.days': [{ double: days }] });
  }
  const chart = 'urn:li:chart:(looker,search)';
  const stamps = {
    created: { time: 1, actor: 'urn:li:corpuser:datahub' },
    lastModified: { time: 1, actor: 'urn:li:corpuser:datahub' },
  };
  await client.post(chart, 'chartInfo', { title: 'Sales chart', description: 'sales', lastModified: stamps });
  await client.assign(chart, { 'search.days': [{ double: 10 }] });
  await client.post('urn:li:tag:search', 'tagProperties', { name: 'Search tag' });
  await client.post(datasetUrn('search.a'), 'globalTags', { tags: [{ tag: 'urn:li:tag:search' }] });
});
afterAll(() => server.stop());

const DAYS = 'structuredProperties.search.days';
const where = (...and: object[]): object[] => [{ and }];

const SEARCH = `query s($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
  start count total
  searchResults { entity { urn type } insights { text } matchedFields { name value entity { urn } } extraProperties { name value } }
  facets { field displayName entity { urn type } aggregations { value count displayName entity { urn } } }
  suggestions { text frequency score }
} }`;
const search = async (input: object) =>
  server.graphql(SEARCH, { input: { query: '*', types: ['DATASET'], ...input } });

/** Last parts of the names of the found datasets. */
const found = async (input: object): Promise<string[]> => {
  const { data, errors } = await search(input);
  if (errors !== undefined) throw new Error(errors[0].message);
  return data.searchAcrossEntities.searchResults
    .map(({ entity }: { entity: { urn: string } }) => entity.urn.replace(/^.*search\.(\w+),.*$/, '$1'))
    .toSorted();
};

describe('suggestions', () => {
  const suggested = async (query: string, input: object = {}) => {
    const { data, errors } = await search({ query, searchFlags: { getSuggestions: true }, ...input });
    expect(errors).toBeUndefined();
    return data.searchAcrossEntities.suggestions;
  };

  it('correct misspelt words of names', async () => {
    expect(await suggested('ordrs')).toEqual([{ text: 'orders', frequency: 4, score: 0.8 }]);
    expect(await suggested('what odrers')).toEqual([
      { text: 'what orders', frequency: 4, score: expect.closeTo(10 / 11) },
    ]);
  });

  it('find what the filter allows', async () => {
    const orFilters = where({ field: 'tags', values: ['urn:li:tag:search'] });
    expect(await suggested('ordrs', { orFilters })).toMatchObject([{ text: 'orders', frequency: 1 }]);
    const none = where({ field: 'tags', values: ['urn:li:tag:none'] });
    expect(await suggested('ordrs', { orFilters: none })).toEqual([]);
  });

  it('are not made for words that are found, short or unlike any, for other pages, and without the flag', async () => {
    expect(await suggested('orders')).toEqual([]);
    expect(await suggested('or')).toEqual([]);
    expect(await suggested('zzzzzzzz')).toEqual([]);
    expect(await suggested('ordrs', { start: 10 })).toEqual([]);
    expect(await suggested('/q ordrs')).toEqual([]);
    expect(await suggested('ordrs', { searchFlags: {} })).toEqual([]);
  });
});

describe('searchAcrossEntities', () => {
  it('returns every field', async () => {
    const { data, errors } = await search({
      query: 'orders',
      count: 2,
      orFilters: where({ field: 'tags', values: ['urn:li:tag:search'] }),
      searchFlags: { includeStructuredPropertyFacets: true },
    });
    expect(errors).toBeUndefined();
    const page = data.searchAcrossEntities;
    expect(page).toMatchObject({ start: 0, count: 1, total: 1, suggestions: [] });
    const [result] = page.searchResults;
    expect(result.entity).toEqual({ urn: datasetUrn('search.a'), type: 'DATASET' });
    expect(result.matchedFields).toContainEqual({ name: 'name', value: 'Orders a', entity: null });
    expect(result).toMatchObject({ insights: [], extraProperties: [] });
    const tags = page.facets.find(({ field }: { field: string }) => field === 'tags');
    expect(tags).toMatchObject({
      displayName: 'Tagged With',
      entity: null,
      aggregations: [{ value: 'urn:li:tag:search', count: 1, entity: { urn: 'urn:li:tag:search' } }],
    });
  });

  it('pages and sorts', async () => {
    const sortInput = {
      sortCriteria: [
        { field: DAYS, sortOrder: 'DESCENDING' },
        { field: 'urn', sortOrder: 'DESCENDING' },
      ],
    };
    const page = async (start: number): Promise<unknown> => {
      const { data } = await search({ start, count: 2, sortInput });
      return data.searchAcrossEntities.searchResults.map(
        ({ entity }: { entity: { urn: string } }) => entity.urn,
      );
    };
    expect(await page(0)).toEqual([datasetUrn('search.c'), datasetUrn('search.b')]);
    expect(await page(2)).toEqual([datasetUrn('search.a'), datasetUrn('search.d')]);
    const old = await search({
      count: 1,
      sortInput: { sortCriterion: { field: 'urn', sortOrder: 'DESCENDING' } },
    });
    expect(old.data.searchAcrossEntities.searchResults[0].entity.urn).toBe(datasetUrn('search.d'));
  });

  it('combines OR of ANDs with the older list of filters', async () => {
    expect(
      await found({ orFilters: where({ field: DAYS, condition: 'GREATER_THAN', values: ['10'] }) }),
    ).toEqual(['b', 'c']);
    expect(
      await found({
        orFilters: [
          ...where({ field: 'urn', value: datasetUrn('search.a') }),
          ...where({ field: DAYS, values: ['30.0'] }),
        ],
      }),
    ).toEqual(['a', 'b', 'c']);
    expect(
      await found({
        filters: [{ field: DAYS, values: ['30'] }],
        orFilters: [
          { and: [{ field: 'name', values: ['Orders b'] }] },
          { and: [{ field: 'name', values: ['Orders a'] }] },
        ],
      }),
    ).toEqual(['b']);
    expect(await found({ filters: [{ field: DAYS, condition: 'EXISTS' }] })).toEqual(['a', 'b', 'c']);
    expect(
      await found({ orFilters: where({ field: DAYS, condition: 'EXISTS', values: [], negated: true }) }),
    ).toEqual(['d']);
    expect(await found({ orFilters: [] })).toHaveLength(4);
  });

  it('accepts negation as a text, as older clients send it', async () => {
    expect(await found({ orFilters: where({ field: DAYS, condition: 'EXISTS', negated: 'true' }) })).toEqual([
      'd',
    ]);
    expect(await found({ orFilters: where({ field: DAYS, condition: 'EXISTS', negated: 'false' }) })).toEqual(
      ['a', 'b', 'c'],
    );
    const wrong = await search({ orFilters: where({ field: DAYS, negated: 'maybe' }) });
    expect(wrong.errors[0].extensions.classification).toBe('ValidationError');
  });

  it('accepts GraphQL type names, including types without entities', async () => {
    const total = async (types: unknown): Promise<number> =>
      (await search({ types, orFilters: where({ field: DAYS, condition: 'EXISTS' }) })).data
        .searchAcrossEntities.total;
    expect(await total(['CHART'])).toBe(1);
    expect(await total(['DATASET', 'CHART', 'DATASET'])).toBe(4);
    expect(await total([])).toBe(4);
    expect(await total(null)).toBe(4);
    expect(await total(['TAG'])).toBe(0);
    expect(await total(['OTHER'])).toBe(0);
    expect(await total(['RESTRICTED'])).toBe(0);
  });

  it.each([
    [{ start: -1 }, "'start' must not be negative"],
    [{ count: -1 }, "'count' must not be negative"],
    [{ searchFlags: { maxAggValues: 0 } }, "'searchFlags.maxAggValues' must be at least 1"],
    [{ searchFlags: { maxAggValues: 10_001 } }, 'maxAggValues must be at most 10000, not 10001.'],
    [{ searchFlags: { minScore: 0.5 } }, "'searchFlags.minScore' is not supported"],
    [{ viewUrn: 'urn:li:dataHubView:none' }, 'There is no view urn:li:dataHubView:none'],
    [{ viewUrn: 'urn:li:tag:x' }, 'Pass the urn of a dataHubView'],
    [{ orFilters: where({ field: DAYS, values: ['many'] }) }, 'many'],
  ])('refuses %j', async (input, message) => {
    const { data, errors } = await search(input);
    expect(data).toEqual({ searchAcrossEntities: null });
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBeLessThan(500);
  });
});

describe('saved views', () => {
  it('restrict types and conditions', async () => {
    const client = clientOf(server);
    const stamp = { time: 1, actor: 'urn:li:corpuser:datahub' };
    const criterion = { field: DAYS, condition: 'GREATER_THAN', values: ['10'], negated: false };
    await client.post('urn:li:dataHubView:long', 'dataHubViewInfo', {
      name: 'Long',
      type: 'GLOBAL',
      definition: { entityTypes: ['dataset'], filter: { or: [{ and: [criterion] }] } },
      created: stamp,
      lastModified: stamp,
    });
    const viewUrn = 'urn:li:dataHubView:long';
    expect(await found({ viewUrn, types: [] })).toEqual(['b', 'c']);
    expect(await found({ viewUrn, orFilters: where({ field: 'name', values: ['Orders b'] }) })).toEqual([
      'b',
    ]);
    expect(await found({ viewUrn, types: ['CHART'] })).toEqual([]);
    const { data } = await server.graphql(
      'query a($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) { facets { aggregations { value count } } } }',
      { input: { query: '*', facets: [DAYS], viewUrn } },
    );
    expect(data.aggregateAcrossEntities.facets).toEqual([{ aggregations: [{ value: '30.0', count: 2 }] }]);
  });
});

describe('scrollAcrossEntities', () => {
  /** Shaped like the document by which DataHub's Python client walks through urns. */
  const WALK = `query walk($types: [EntityType!], $query: String!, $orFilters: [AndFilterInput!], $size: Int!, $scrollId: String, $skipCache: Boolean!, $sortInput: SearchSortInput, $deleted: Boolean, $fields: [String!]) {
    scrollAcrossEntities(input: { query: $query, count: $size, scrollId: $scrollId, types: $types, orFilters: $orFilters, sortInput: $sortInput,
      searchFlags: { skipHighlighting: true, skipAggregates: true, skipCache: $skipCache, includeSoftDeleted: $deleted, fetchExtraFields: $fields } }) {
      nextScrollId count total searchResults { entity { urn ... on Dataset { schemaMetadata(version: 0) { fields { fieldPath nativeDataType } } } } extraProperties { name value } } facets { field }
    } }`;
  const walk = async (variables: object): Promise<string[]> => {
    const urns: string[] = [];
    let scrollId: string | null = null;
    do {
      const { data, errors } = await server.graphql(WALK, {
        query: '*',
        size: 1,
        skipCache: false,
        sortInput: null,
        scrollId,
        ...variables,
      });
      if (errors !== undefined) throw new Error(errors[0].message);
      const page = data.scrollAcrossEntities;
      expect(page.count).toBe(page.searchResults.length);
      urns.push(...page.searchResults.map(({ entity }: { entity: { urn: string } }) => entity.urn));
      scrollId = page.nextScrollId;
    } while (scrollId);
    return urns;
  };

  it('finds nothing if no entity has all words, where a search finds partial matches', async () => {
    expect(await walk({ query: 'orders nowhere', types: ['DATASET'] })).toEqual([]);
    expect(await found({ query: 'orders nowhere' })).toHaveLength(4);
  });

  it('returns everything once, with null or absent variables', async () => {
    const notRemoved = where({ field: 'removed', condition: 'EQUAL', values: ['true'], negated: true });
    const all = ['a', 'b', 'c', 'd'].map((name) => datasetUrn(`search.${name}`));
    expect(
      (await walk({ types: ['DATASET'], orFilters: notRemoved, deleted: false, fields: null })).toSorted(),
    ).toEqual(all);
    expect((await walk({ types: ['DATASET'], orFilters: null, deleted: null })).toSorted()).toEqual(all);
    expect(await walk({ types: ['STRUCTURED_PROPERTY'], size: 5000 })).toEqual([propertyUrn('search.days')]);
    const sorted = await walk({
      types: ['DATASET'],
      sortInput: { sortCriteria: [{ field: 'urn', sortOrder: 'DESCENDING' }] },
    });
    expect(sorted).toEqual(all.toReversed());
  });

  it('refuses what it cannot continue', async () => {
    for (const [members, message] of [
      [{ scrollId: 'nonsense' }, 'nonsense'],
      [{ keepAlive: 'long' }, "'keepAlive' must be a duration such as 5m or 30s, but it is 'long'."],
    ] as const) {
      const { errors } = await server.graphql(
        'query s($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { total } }',
        { input: { query: '*', ...members } },
      );
      expect(errors[0].message).toContain(message);
      expect(errors[0].extensions.code).toBe(400);
    }
  });
});

describe('aggregateAcrossEntities', () => {
  const AGGREGATE = `query a($input: AggregateAcrossEntitiesInput!) { aggregateAcrossEntities(input: $input) {
    facets { field displayName entity { urn type } aggregations { value count displayName entity { urn } } }
  } }`;
  const aggregate = (input: object) => server.graphql(AGGREGATE, { input: { query: '*', ...input } });

  it('counts values of properties as texts', async () => {
    const { data } = await aggregate({ types: ['DATASET'], facets: [DAYS] });
    expect(data.aggregateAcrossEntities.facets).toEqual([
      {
        field: DAYS,
        displayName: DAYS,
        entity: { urn: propertyUrn('search.days'), type: 'STRUCTURED_PROPERTY' },
        aggregations: [
          { value: '30.0', count: 2, displayName: null, entity: null },
          { value: '10.0', count: 1, displayName: null, entity: null },
        ],
      },
    ]);
  });

  it('restricts by types, conditions and the number of values', async () => {
    const values = async (input: object): Promise<unknown> => {
      const { data } = await aggregate({ facets: [DAYS], ...input });
      return data.aggregateAcrossEntities.facets.flatMap(
        ({ aggregations }: { aggregations: object[] }) => aggregations,
      );
    };
    expect(await values({ types: [] })).toMatchObject([
      { value: '10.0', count: 2 },
      { value: '30.0', count: 2 },
    ]);
    expect(await values({ types: ['DATASET'], searchFlags: { maxAggValues: 1 } })).toMatchObject([
      { value: '30.0', count: 2 },
    ]);
    expect(await values({ orFilters: where({ field: 'name', values: ['Orders a'] }) })).toMatchObject([
      { value: '10.0', count: 1 },
    ]);
  });

  it('counts the default fields if none is named, and omits unknown ones', async () => {
    const fields = async (facets: unknown): Promise<string[]> =>
      (await aggregate({ types: ['DATASET'], facets })).data.aggregateAcrossEntities.facets.map(
        ({ field }: { field: string }) => field,
      );
    for (const facets of [null, []])
      expect(await fields(facets)).toEqual(expect.arrayContaining(['_entityType', 'platform']));
    expect(await fields(['platform', null, 'nope', 'structuredProperties.nope'])).toEqual(['platform']);
  });

  it('returns a named field without values', async () => {
    await clientOf(server).define('search.unused');
    const unused = 'structuredProperties.search.unused';
    const facets = async (named: readonly string[]): Promise<readonly { readonly field: string }[]> =>
      (await aggregate({ types: ['DATASET'], facets: named })).data.aggregateAcrossEntities.facets;
    expect(await facets([unused, 'applications'])).toEqual([
      {
        field: unused,
        displayName: unused,
        aggregations: [],
        entity: { urn: propertyUrn('search.unused'), type: 'STRUCTURED_PROPERTY' },
      },
      { field: 'applications', displayName: 'Application', entity: null, aggregations: [] },
    ]);
    expect((await facets([])).map(({ field }) => field)).not.toContain('applications');
  });

  it('wraps its failures', async () => {
    const client = clientOf(server);
    await client.define('search.gone');
    await client.post(propertyUrn('search.gone'), 'status', { removed: true });
    const { errors } = await aggregate({ facets: ['structuredProperties.search.gone'] });
    expect(errors[0].message).toMatch(
      /^Cannot filter on deleted Structured Property \[urn:li:structuredProperty:search\.gone\]/,
    );
  });
});

describe('matchedFields', () => {
  it.each([
    ['/q name:"orders b"', [{ name: 'name', value: 'Orders b', entity: null }]],
    [
      '/q name:xyzzy OR description:*was*',
      [{ name: 'description', value: 'what was ordered', entity: null }],
    ],
    ['/q platform:hive AND NOT name:xyzzy', [{ name: 'platform', value: 'hive', entity: null }]],
  ])('shows why %s finds an entity', async (query, expected) => {
    const { data } = await search({
      query,
      orFilters: where({ field: 'urn', values: [datasetUrn('search.b')] }),
    });
    expect(data.searchAcrossEntities.searchResults).toMatchObject([{ matchedFields: expected }]);
  });
});

describe('summarizeAcrossEntities', () => {
  const SUMMARIZE = `query s($input: SummarizeAcrossEntitiesInput!) { summarizeAcrossEntities(input: $input) {
    fields { field displayName entity { urn } present missing min max quantiles { quantile value }
      ranges { from to count } values { value count description } }
  } }`;

  it('summarizes the values of a field', async () => {
    const fields = [{ field: DAYS, ranges: [{ to: '30' }, { from: '30' }], quantiles: [0.5], values: 1 }];
    const answer = await server.graphql(SUMMARIZE, { input: { types: ['DATASET'], fields } });
    expect(answer).toMatchObject({
      data: {
        summarizeAcrossEntities: {
          fields: [
            {
              field: DAYS,
              displayName: DAYS,
              entity: { urn: propertyUrn('search.days') },
              present: 3,
              missing: 1,
              min: 10,
              max: 30,
              quantiles: [{ quantile: 0.5, value: 30 }],
              ranges: [
                { from: null, to: '30', count: 1 },
                { from: '30', to: null, count: 2 },
              ],
              values: [{ value: '30.0', count: 2, description: null }],
            },
          ],
        },
      },
    });
  });

  it('shows days in text form, and counts of all allowed values', async () => {
    const client = clientOf(server);
    const allowedValues = ['2024-01-01', '2024-06-01'].map((string) => ({ string }));
    await client.define('search.since', { type: 'date', entityTypes: ['dataset'], allowedValues });
    await client.assign(datasetUrn('search.d'), { 'search.since': [{ string: '2024-06-01' }] });
    const input = {
      types: ['DATASET'],
      fields: [{ field: 'structuredProperties.search.since', quantiles: [1] }],
    };
    const { data } = await server.graphql(
      `query s($input: SummarizeAcrossEntitiesInput!) { summarizeAcrossEntities(input: $input) {
        fields { minDay maxDay quantiles { day } values { day count } } } }`,
      { input },
    );
    expect(data.summarizeAcrossEntities.fields).toEqual([
      {
        minDay: '2024-06-01',
        maxDay: '2024-06-01',
        quantiles: [{ day: '2024-06-01' }],
        values: [
          { day: '2024-06-01', count: 1 },
          { day: '2024-01-01', count: 0 },
        ],
      },
    ]);
  });

  it('refuses an extremely long query, as searches do', async () => {
    const answer = await server.graphql(SUMMARIZE, { input: { query: 'a '.repeat(3_000), fields: [] } });
    expect(answer).toMatchObject({
      errors: [{ message: expect.stringContaining('more than 4000') as string, extensions: { code: 400 } }],
    });
  });

  it('refuses summaries that a field does not support', async () => {
    const fields = [{ field: 'name', quantiles: [0.5] }];
    const answer = await server.graphql(SUMMARIZE, { input: { fields } });
    expect(answer).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Quantiles need numbers or dates') as string,
          extensions: { code: 400 },
        },
      ],
    });
  });
});

describe('results', () => {
  it('of many types are returned by one query', async () => {
    const TAGS =
      'tags { tags { tag { urn name properties { name description } } } } ownership { owners { owner { ... on CorpUser { urn username } ... on CorpGroup { urn name } } } }';
    const PLATFORM = 'platform { urn name properties { displayName logoUrl } }';
    const { data, errors } = await server.graphql(
      `query search($types: [EntityType!], $query: String!) {
        searchAcrossEntities(input: { query: $query, types: $types, count: 100, searchFlags: { skipHighlighting: true, maxAggValues: 5 } }) {
          searchResults { entity { ...Info } } facets { field aggregations { value entity { ...Facet } } }
        } }
      fragment Info on Entity { urn type
        ... on Dataset { name origin properties { name description customProperties { key value } } ${PLATFORM} ${TAGS} }
        ... on Chart { properties { name description } ${PLATFORM} ${TAGS} }
        ... on DataJob { jobId dataFlow { urn } properties { name description } ${TAGS} }
        ... on Tag { name properties { name description } }
        ... on CorpUser { username properties { displayName email } }
        ... on GlossaryTerm { name properties { name description } }
        ... on MLModel { name properties { description } ${PLATFORM} ${TAGS} }
        ... on Document { subType info { title } ${PLATFORM} ${TAGS} }
      }
      fragment Facet on Entity { urn ... on Tag { name properties { name colorHex } } ... on DataPlatform { name } }`,
      { types: null, query: '*' },
    );
    expect(errors).toBeUndefined();
    const entities: { type: string }[] = data.searchAcrossEntities.searchResults.map(
      ({ entity }: { entity: object }) => entity,
    );
    expect(entities.find(({ type }) => type === 'CHART')).toMatchObject({
      properties: { name: 'Sales chart', description: 'sales' },
      platform: { urn: 'urn:li:dataPlatform:looker', name: 'looker' },
      tags: null,
    });
    expect(entities).toContainEqual(
      expect.objectContaining({
        name: 'Orders a',
        properties: {
          name: 'Orders a',
          description: 'what was ordered',
          customProperties: [{ key: 'env', value: 'a' }],
        },
        tags: {
          tags: [
            {
              tag: {
                urn: 'urn:li:tag:search',
                name: 'search',
                properties: { name: 'Search tag', description: null },
              },
            },
          ],
        },
      }),
    );
  });
});
