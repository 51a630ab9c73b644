import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const ORDERS = datasetUrn('orders');
/** A word of letters of two alphabets, so long that V8's stack overflows if one pattern matches all of it. */
const LONG = 'ςa'.repeat(2_100_000);

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.request('POST', aspectPath(ORDERS, 'datasetProperties'), { name: 'orders' });
});
afterAll(() => server.stop());

async function found(query: string): Promise<number> {
  const { data } = await server.graphql('query($input: SearchInput!) { search(input: $input) { total } }', {
    input: { type: 'DATASET', query, start: 0, count: 1, searchFlags: { skipHighlighting: true } },
  });
  return data.search.total;
}

describe('a word of millions of letters', () => {
  it('is indexed in parts, beside other words', async () => {
    const description = `remarkable ${LONG}`;
    const { status } = await server.request('POST', aspectPath(ORDERS, 'editableDatasetProperties'), {
      description,
    });
    expect(status).toBe(200);
    expect(await found('remarkable')).toBe(1);
    expect(await found('σaσa*')).toBe(1);
  });

  it('is refused as a name', async () => {
    const answer = await server.request('POST', aspectPath(ORDERS, 'datasetProperties'), { name: LONG });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(
      'The name at /name of datasetProperties has 4200000 characters, more than 65536.',
    );
    const view = {
      viewType: 'PERSONAL',
      name: LONG,
      definition: { entityTypes: [], filter: { operator: 'AND', filters: [] } },
    };
    const { errors } = await server.graphql(
      'mutation($input: CreateViewInput!) { createView(input: $input) { urn } }',
      { input: view },
    );
    expect(errors[0].message).toContain('more than 65536');
  });

  it('is refused or finds nothing wherever it is searched for', async () => {
    const answers = [
      ['search(input: {type: DATASET, query: $text, start: 0, count: 1}) { total }'],
      ['autoComplete(input: {type: DATASET, query: $text}) { suggestions }'],
      ['autoCompleteForMultiple(input: {types: [DATASET], query: $text}) { suggestions { suggestions } }'],
      ['browseV2(input: {type: DATASET, query: $text, path: [], start: 0, count: 1}) { total }'],
      ...['EQUAL', 'IEQUAL', 'CONTAIN', 'START_WITH', 'END_WITH'].map((condition) => [
        `searchAcrossEntities(input: {query: "*", orFilters: [{and: [{field: "description", condition: ${condition}, values: [$text]}]}]}) { total }`,
      ]),
    ];
    for (const [field = ''] of answers) {
      const { data, errors } = await server.graphql(`query($text: String!) { ${field} }`, { text: LONG });
      const code = errors?.[0]?.extensions?.classification ?? errors?.[0]?.extensions?.code;
      expect([field, data === null || data === undefined ? code : 'answered']).not.toEqual([
        field,
        'SERVER_ERROR',
      ]);
      expect(JSON.stringify(errors ?? [])).not.toMatch(/call stack|internal/i);
    }
    const { status } = await server.request('POST', '/entities?action=autocomplete', {
      entity: 'dataset',
      query: LONG,
      limit: 5,
    });
    expect(status).toBeLessThan(500);
  });
});

describe('a browse path of thousands of steps', () => {
  it.each<[string, object]>([
    ['browsePaths', { paths: ['/a'.repeat(70_000)] }],
    ['browsePathsV2', { path: Array.from({ length: 70_000 }, () => ({ id: 'a' })) }],
  ])('is refused in %s', async (aspectName, value) => {
    const { json, status } = await server.request('POST', aspectPath(ORDERS, aspectName), value);
    expect(status).toBe(400);
    expect(json.message).toContain('has 70000 steps, more than 100. Use a shorter path.');
  });
});
