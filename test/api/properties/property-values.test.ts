import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const COLUMN = `urn:li:schemaField:(${datasetUrn('a')},id)`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const client = clientOf(server);
  await client.define('team', { cardinality: 'MULTIPLE', entityTypes: ['dataset', 'schemaField'] });
  await client.define('days', { type: 'number' });
  await client.define('since', { type: 'date' });
  for (const name of ['a', 'b', 'c', 'gone']) await client.dataset(name);
  const texts = (...of: string[]) => of.map((string) => ({ string }));
  await client.assign(datasetUrn('a'), {
    team: texts('Data Platform', 'Sales'),
    days: [{ double: 365 }],
    since: texts('2026-03-01'),
  });
  await client.assign(datasetUrn('b'), {
    team: texts('Data Platform'),
    days: [{ double: 36.5 }],
    since: texts('2025-12-31'),
  });
  await client.assign(datasetUrn('c'), { team: texts('data lake'), days: [{ double: 365 }] });
  await client.assign(COLUMN, { team: texts('Sales') });
  await client.assign(datasetUrn('gone'), { team: texts('Data Gone') });
  await client.post(datasetUrn('gone'), 'status', { removed: true });
});
afterAll(() => server.stop());

interface Used {
  readonly value: { readonly stringValue?: string; readonly numberValue?: number };
  readonly count: number;
}

const QUERY = `query v($input: PropertyValuesInput!) { propertyValues(input: $input) {
  value { ... on StringValue { stringValue } ... on NumberValue { numberValue } } count } }`;

async function values(input: object): Promise<readonly (readonly [unknown, number])[]> {
  const { data, errors } = await server.graphql(QUERY, { input });
  if (errors !== undefined) throw new Error(errors[0].message);
  const found: readonly Used[] = data.propertyValues;
  return found.map(({ value, count }) => [value.stringValue ?? value.numberValue, count]);
}

describe('propertyValues', () => {
  it('lists values in use, the most frequent first, of columns too', async () => {
    expect(await values({ property: propertyUrn('team') })).toEqual([
      ['Data Platform', 2],
      ['Sales', 2],
      ['data lake', 1],
    ]);
  });

  it.each([
    ['a part in any case', 'DATA', ['Data Platform', 'data lake']],
    ['surrounded by spaces', '  lake ', ['data lake']],
    ['a pattern, literally', '*', []],
    ['an asset that is soft-deleted', 'gone', []],
  ])('finds by %s', async (_name, query, found) => {
    const used = await values({ property: 'team', query });
    expect(used.map(([value]) => value)).toEqual(found);
  });

  it('finds numbers and dates by their texts', async () => {
    expect(await values({ property: 'days', query: '36' })).toEqual([
      [365, 2],
      [36.5, 1],
    ]);
    expect(await values({ property: 'days', query: '.5' })).toEqual([[36.5, 1]]);
    expect(await values({ property: 'since', query: '2026-' })).toEqual([['2026-03-01', 1]]);
  });

  it('answers at most as many as requested', async () => {
    expect(await values({ property: 'team', count: 1 })).toEqual([['Data Platform', 2]]);
  });

  it('answers by REST', async () => {
    const { status, json } = await server.request(
      'GET',
      '/api/colophon/v1/property-values?property=days&query=365&count=5',
    );
    expect([status, json]).toEqual([200, { values: [{ value: { double: 365 }, count: 2 }] }]);
  });

  it.each([
    ['property=no.such', 404, "The structured property 'no.such' is not defined."],
    ['property=a%20name(', 400, 'Invalid urn!: urn:li:structuredProperty:a name('],
    ['property=team&count=51', 400, "'count' must be a whole number from 1 to 50, not 51."],
    ['property=team&count=0', 400, "'count' must be a whole number from 1 to 50, not 0."],
    [`property=team&query=${'x'.repeat(256)}`, 400, "'query' has 256 characters, more than 255."],
    ['query=x', 400, 'property'],
  ])('refuses %s', async (asked, status, message) => {
    const answer = await server.request('GET', `/api/colophon/v1/property-values?${asked}`);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).toContain(message);
  });

  it('does not show values of a property that is soft-deleted', async () => {
    const client = clientOf(server);
    await client.define('former');
    await client.assign(datasetUrn('a'), { former: [{ string: 'x' }] });
    expect(await values({ property: 'former' })).toEqual([['x', 1]]);
    await client.post(propertyUrn('former'), 'status', { removed: true });
    await expect(values({ property: 'former' })).rejects.toThrow("'former' is not defined");
  });
});
