import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
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

describe('a property with rules', () => {
  const NAME = 'strict-note';
  const [HELD, OVERRIDDEN] = ['held', 'overridden'].map((name) => datasetUrn(`below.${name}`));
  const CONTAINER = 'urn:li:container:empty-texts';

  async function setRules(rules: object): Promise<void> {
    expect((await client.post(propertyUrn(NAME), 'structuredPropertyRules', rules)).status).toBe(200);
  }

  beforeAll(async () => {
    await client.define(NAME, { cardinality: 'MULTIPLE', entityTypes: ['dataset', 'container'] });
    await setRules({ inherit: { from: ['container'] } });
    await client.post(CONTAINER, 'containerProperties', { name: 'above' });
    await client.assign(CONTAINER, { [NAME]: [{ string: 'x' }] });
    for (const name of ['held', 'overridden']) await client.dataset(`below.${name}`);
    for (const urn of [HELD, OVERRIDDEN])
      await client.post(String(urn), 'container', { container: CONTAINER });
    await client.assign(String(OVERRIDDEN), { [NAME]: [{ string: '' }] });
  });

  it('has the empty text as a value in effect, instead of the inherited one', async () => {
    const field = `effectiveProperties.${NAME}`;
    expect(await client.find(field, 'EQUAL', ['x'])).toEqual([HELD]);
    expect(await client.find(field, 'EQUAL', [''])).toEqual([OVERRIDDEN]);
    expect(await client.find(field, 'EXISTS')).toEqual([HELD, OVERRIDDEN]);
    expect(await client.facet(field)).toEqual({ '': 1, x: 1 });
    const { json } = await server.request(
      'GET',
      `/api/colophon/v1/entities/${encodeURIComponent(String(OVERRIDDEN))}/effective-properties`,
    );
    expect(json.properties).toMatchObject([{ values: [{ string: '' }], inherited: false }]);
  });

  it('inherits the empty text', async () => {
    await client.assign(CONTAINER, { [NAME]: [{ string: '' }] });
    expect(await client.facet(`effectiveProperties.${NAME}`)).toEqual({ '': 2 });
    expect(await client.find(`effectiveProperties.${NAME}`, 'EQUAL', [''])).toEqual([HELD, OVERRIDDEN]);
    await client.assign(CONTAINER, {});
  });

  it('counts the empty text as one that breaks rules of texts', async () => {
    const urn = propertyUrn(NAME);
    for (const values of [{ minLength: 1 }, { pattern: '.+' }, { format: 'BOOLEAN' }]) {
      await setRules({ values: { ...values, level: 'REPORT' } });
      expect(await client.find('violations', 'EQUAL', [urn]), JSON.stringify(values)).toEqual([OVERRIDDEN]);
    }
    await setRules({ values: { maxLength: 1, pattern: '.?' } });
    expect(await client.find('violations', 'EQUAL', [urn])).toEqual([]);
  });

  it('counts the empty text as a value where one is required', async () => {
    await setRules({ required: { level: 'ENFORCE' } });
    const lacking = await client.find('violations', 'EQUAL', [propertyUrn(NAME)]);
    expect([lacking.includes(String(HELD)), lacking.includes(String(OVERRIDDEN))]).toEqual([true, false]);
    expect((await client.assign(String(HELD), { [NAME]: [{ string: '' }] })).status).toBe(200);
    const { status } = await server.request('DELETE', aspectPath(String(HELD), 'structuredProperties'));
    expect(status).toBe(400);
    await setRules({});
  });
});
