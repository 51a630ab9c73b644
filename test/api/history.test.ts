import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn, type Value } from '../support/catalog-client.ts';
import { jsonAt, jsonItems } from '../support/json-at.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

/** Reads a version of an entity's property values through one interface; undefined if there is no such version. */
type Read = (urn: string, version: number) => Promise<unknown>;

const openapi =
  (api: 'v2' | 'v3', ...path: readonly string[]): Read =>
  async (urn, version) => {
    const { status, json } = await server.request(
      'GET',
      `${aspectPath(urn, 'structuredProperties', api)}?version=${version}`,
    );
    return status === 404 ? undefined : jsonAt(json, ...path, 'value');
  };

const batchGet: Read = async (urn, version) => {
  const headers = { 'If-Version-Match': String(version) };
  const wanted = [{ urn, structuredProperties: { headers } }];
  const { json } = await server.request('POST', '/openapi/v3/entity/dataset/batchGet', wanted);
  return jsonAt(json, 0, 'structuredProperties', 'value');
};

const restli: Read = async (urn, version) => {
  const path = `/aspects/${encodeURIComponent(urn)}?aspect=structuredProperties&version=${version}`;
  const { json } = await server.request('GET', path);
  return jsonAt(json, 'aspect', 'com.linkedin.structured.StructuredProperties');
};

const restliEntity: Read = async (urn, version) => {
  const key = `(urn:${restliText(urn)},versionStamp:${restliText(`structuredProperties:${version}`)})`;
  const path = `/entitiesVersionedV2?ids=List(${key})&aspects=List(structuredProperties)`;
  const { json } = await server.request('GET', path);
  return jsonAt(json, 'results', urn, 'aspects', 'structuredProperties', 'value');
};

/** A text inside a list of the query, where parentheses and commas are special. */
function restliText(text: string): string {
  return encodeURIComponent(text).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'));
}

describe.each([
  ['OpenAPI v2', 'v2', openapi('v2', 'aspects', 'structuredProperties')],
  ['OpenAPI v3', 'v3', openapi('v3')],
  ['OpenAPI v3 batchGet', 'batch', batchGet],
  ['Rest.li', 'restli', restli],
  ['Rest.li, entity by entity', 'entity', restliEntity],
])('older versions through %s', (_title, prefix, read) => {
  const names = ['kept', 'soft', 'broken', 'hard'] as const;
  const idOf = (name: string) => `history.${prefix}.${name}`;
  const urn = datasetUrn(`history.${prefix}`);
  const assign = (values: Readonly<Record<string, Value>>) =>
    client.assign(
      urn,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [idOf(name), [value]])),
    );
  const valuesAt = async (version: number) =>
    Object.fromEntries(
      jsonItems(await read(urn, version), 'properties').map((assignment) => [
        String(jsonAt(assignment, 'propertyUrn')).slice(propertyUrn(idOf('')).length),
        jsonAt(assignment, 'values', 0, 'string'),
      ]),
    );
  const setRemoved = (removed: boolean) => client.post(propertyUrn(idOf('soft')), 'status', { removed });
  const hardDelete = (name: string) =>
    server.request(
      'DELETE',
      `/openapi/v3/entity/structuredProperty/${encodeURIComponent(propertyUrn(idOf(name)))}`,
    );

  it('show earlier values without those that are now hidden or invalid, and restore none of them', async () => {
    await client.dataset(`history.${prefix}`);
    for (const name of names) await client.define(idOf(name));
    for (const string of ['one', 'two']) {
      expect((await assign(Object.fromEntries(names.map((name) => [name, { string }])))).status).toBe(200);
    }
    expect(await valuesAt(1)).toEqual({ kept: 'one', soft: 'one', broken: 'one', hard: 'one' });
    expect(await valuesAt(0)).toEqual({ kept: 'two', soft: 'two', broken: 'two', hard: 'two' });

    await setRemoved(true);
    await client.define(idOf('broken'), { type: 'number', version: '20260101000000' });
    await hardDelete('hard');
    expect(await valuesAt(1)).toEqual({ kept: 'one' });
    expect(await valuesAt(0)).toEqual({ kept: 'two' });

    // A reused name is another property with an empty history.
    await client.define(idOf('hard'));
    expect(await valuesAt(1)).toEqual({ kept: 'one' });

    // A client that reverts writes the values in the older version.
    const version = jsonItems(await read(urn, 1), 'properties');
    const wentBack = await client.post(urn, 'structuredProperties', { properties: version });
    expect(wentBack.status, wentBack.text).toBe(200);
    expect(await valuesAt(0)).toEqual({ kept: 'one' });
    for (const name of ['broken', 'hard']) {
      expect(await client.find(`structuredProperties.${idOf(name)}`)).toEqual([]);
    }

    await setRemoved(false);
    expect(await valuesAt(0)).toEqual({ kept: 'one', soft: 'two' });
    expect(await valuesAt(1)).toEqual({ kept: 'one', soft: 'one' });
  });
});

it('drops older versions of deleted values, and keeps the latest hidden ones', async () => {
  const urn = datasetUrn('history.deleted');
  const [kept, soft] = ['history.deleted.kept', 'history.deleted.soft'];
  await client.dataset('history.deleted');
  for (const id of [kept, soft]) await client.define(id);
  for (const string of ['one', 'two'])
    await client.assign(urn, { [kept]: [{ string }], [soft]: [{ string }] });

  await client.post(propertyUrn(soft), 'status', { removed: true });
  expect((await server.request('DELETE', aspectPath(urn, 'structuredProperties'))).status).toBe(200);
  expect(await openapi('v3')(urn, 1)).toBeUndefined();

  await client.post(propertyUrn(soft), 'status', { removed: false });
  const left = jsonItems(await openapi('v3')(urn, 0), 'properties');
  expect(left.map((assignment) => jsonAt(assignment, 'propertyUrn'))).toEqual([propertyUrn(soft)]);
  expect(jsonAt(left, 0, 'values', 0, 'string')).toBe('two');
});
