import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const FIELD = 'structuredProperties.note';
const EMPTY = datasetUrn('empty');
const FILLED = datasetUrn('filled');
const WITHOUT = datasetUrn('without');

let server: TestServer;
let client: ReturnType<typeof clientOf>;

beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
  await client.define('note', { cardinality: 'MULTIPLE' });
  for (const name of ['empty', 'filled', 'without']) await client.dataset(name);
  await client.assign(EMPTY, { note: [{ string: '' }] });
  await client.assign(FILLED, { note: [{ string: 'x' }, { string: '' }] });
});
afterAll(() => server.stop());

it('stores the empty text and reads it back', async () => {
  expect(await client.values(EMPTY)).toEqual({ note: [{ string: '' }] });
});

it('finds it as any other value', async () => {
  expect(await client.find(FIELD, 'EXISTS')).toEqual([EMPTY, FILLED]);
  const lacking = {
    query: '*',
    types: ['DATASET'],
    count: 10,
    orFilters: [{ and: [{ field: FIELD, condition: 'EXISTS', negated: true }] }],
  };
  const { data } = await server.graphql(
    'query f($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) { searchResults { entity { urn } } } }',
    { input: lacking },
  );
  expect(data.scrollAcrossEntities.searchResults).toEqual([{ entity: { urn: WITHOUT } }]);
  expect(await client.find(FIELD, 'EQUAL', [''])).toEqual([EMPTY, FILLED]);
  expect(await client.find(FIELD, 'IEQUAL', [''])).toEqual([EMPTY, FILLED]);
  expect(await client.find(FIELD, 'EQUAL', ['x'])).toEqual([FILLED]);
  expect(await client.find(FIELD, 'START_WITH', ['x'])).toEqual([FILLED]);
});

it('counts it in facets and plans', async () => {
  expect(await client.facet(FIELD)).toEqual({ '': 2, x: 1 });
  const deletions = [{ urn: 'urn:li:structuredProperty:note', hard: true }];
  const { json } = await server.request('POST', '/api/colophon/v1/plans', { deletions });
  expect(json.definitions[0]).toMatchObject({ entities: 2, values: 3, byValue: { '': 2, x: 1 } });
});
