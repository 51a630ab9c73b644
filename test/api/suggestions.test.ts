import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../support/catalog-client.ts';
import { Computer } from '../support/run-colophon.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { addActor } from '../support/test-actors.ts';

let server: TestServer;
let computer: Computer;

const CREATE_VIEW = 'mutation v($input: CreateViewInput!) { createView(input: $input) { urn } }';
const viewOf = (name: string, viewType: 'PERSONAL' | 'GLOBAL'): Record<string, unknown> => ({
  input: { name, viewType, definition: { entityTypes: [], filter: { operator: 'AND', filters: [] } } },
});

beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
  const client = clientOf(server);
  for (const name of ['orders_by_day', 'all_orders', 'Orders', 'reorders']) {
    await client.post(datasetUrn(`shop.${name}`), 'datasetProperties', { name });
  }
  for (const name of ['customers', 'customer_a', 'customer_b', 'customer_c', 'customer_d']) {
    await client.post(datasetUrn(`crm.${name}`), 'datasetProperties', { name: name.replace('_', ' ') });
  }
  await client.post('urn:li:tag:orders', 'tagProperties', { name: 'Orders of tags' });
  await client.define('io.acme.orderKind');
  await client.post('urn:li:corpuser:olga', 'corpUserInfo', { active: true, displayName: 'Olga Orderly' });
  await server.graphql(CREATE_VIEW, viewOf('Orders of mine', 'PERSONAL'));
  await server.graphql(CREATE_VIEW, viewOf('Orders of all', 'GLOBAL'));
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

interface Suggested {
  readonly groups: readonly {
    readonly kind: string;
    readonly suggestions: readonly { readonly urn: string; readonly name: string }[];
  }[];
  readonly didYouMean: readonly { readonly text: string }[];
}

async function suggested(parameters: Readonly<Record<string, string>>, token?: string): Promise<Suggested> {
  const path = `/api/colophon/v1/suggestions?${new URLSearchParams(parameters).toString()}`;
  const { json, status, text } = await server.request('GET', path, undefined, {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  expect(status, text).toBe(200);
  return json as Suggested;
}

const namesOf = ({ groups }: Suggested): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(groups.map(({ kind, suggestions }) => [kind, suggestions.map(({ name }) => name)]));

describe('suggestions', () => {
  it('are grouped by kind, with the exact name first', async () => {
    const names = namesOf(await suggested({ text: 'orders' }));
    expect(names).toEqual({
      ASSETS: ['Orders', 'orders_by_day', 'all_orders', 'reorders'],
      VOCABULARY: ['Orders of tags'],
      VIEWS: expect.arrayContaining(['Orders of all', 'Orders of mine']),
    });
  });

  it('find names that begin with the text, of all kinds', async () => {
    const { groups } = await suggested({ text: 'order' });
    const urns = Object.fromEntries(
      groups.map(({ kind, suggestions }) => [kind, suggestions.map(({ urn }) => urn)]),
    );
    expect(urns['PROPERTIES']).toEqual([propertyUrn('io.acme.orderKind')]);
    expect(urns['PEOPLE']).toEqual(['urn:li:corpuser:olga']);
  });

  it('are of the requested kinds and at most `limit`', async () => {
    expect(namesOf(await suggested({ text: 'orders', kinds: 'ASSETS', limit: '2' }))).toEqual({
      ASSETS: ['Orders', 'orders_by_day'],
    });
  });

  it('name similar texts only if no name matches', async () => {
    expect(await suggested({ text: 'custmer' })).toEqual({
      groups: [],
      didYouMean: [
        { text: 'customer', frequency: 5, score: expect.closeTo(6 / 7) },
        { text: 'customers', frequency: 5, score: expect.closeTo(5 / 7) },
      ],
    });
    expect((await suggested({ text: 'customer' })).didYouMean).toEqual([]);
  });

  it('are the same over GraphQL', async () => {
    const query = `query s($input: SuggestInput!) { suggest(input: $input) {
      groups { kind suggestions { entity { urn } name } } didYouMean { text frequency score } } }`;
    for (const text of [
      'orders',
      'custmer',
      '*',
      '/q (',
      '"',
      'urn:li:tag:orders',
      '\u202E',
      'a'.repeat(255),
    ]) {
      const { data, errors } = await server.graphql(query, { input: { text } });
      expect(errors, text).toBeUndefined();
      const { groups, didYouMean } = await suggested({ text });
      expect(data.suggest, text).toEqual({
        didYouMean,
        groups: groups.map(({ kind, suggestions }) => ({
          kind,
          suggestions: suggestions.map(({ urn, name }) => ({ entity: { urn }, name })),
        })),
      });
    }
  });

  it('show no personal views of others', async () => {
    const reader = await addActor(server, 'reader', { roles: ['Reader'] });
    const { groups } = await suggested({ text: 'orders of', kinds: 'VIEWS' }, reader.token);
    expect(groups.flatMap(({ suggestions }) => suggestions.map(({ name }) => name))).toEqual([
      'Orders of all',
    ]);
  });

  it.each([
    ['limit', { text: 'a', limit: '21' }, "'limit' must be a whole number from 1 to 20, not 21."],
    ['limit', { text: 'a', limit: '0' }, "'limit' must be a whole number from 1 to 20, not 0."],
    ['text', { text: 'a'.repeat(256) }, "'text' has 256 characters, more than 255."],
    ['kinds', { text: 'a', kinds: 'TABLES' }, 'one of ASSETS, VOCABULARY, PROPERTIES, VIEWS, PEOPLE'],
  ])('refuse a wrong %s', async (_member, parameters: Readonly<Record<string, string>>, message) => {
    const path = `/api/colophon/v1/suggestions?${new URLSearchParams(parameters).toString()}`;
    const { status, text } = await server.request('GET', path);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });
});

describe('colophon find', () => {
  it('prints a table, or similar texts', async () => {
    const found = await computer.run(['find', 'orders', '--kind', 'vocabulary']);
    expect(found.stdout).toBe(
      'KIND        NAME            URN\nvocabulary  Orders of tags  urn:li:tag:orders\n',
    );
    expect((await computer.run(['find', 'custmer'])).stdout).toBe(
      "Nothing found. Did you mean 'customer' or 'customers'?\n",
    );
    expect((await computer.run(['find', 'zzzzzzzz'])).stdout).toBe('Nothing found.\n');
    expect(await computer.json(['find', 'custmer'])).toMatchObject({ groups: [] });
  });
});
