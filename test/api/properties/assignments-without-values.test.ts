import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

const DATASET = datasetUrn('d');
const NONE = (name: string) => ({ propertyUrn: propertyUrn(name), values: [] });

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const { dataset, define, post } = clientOf(server);
  await dataset('d');
  for (const name of ['a', 'b', 'deleted']) await define(name);
  await define('fixed', { immutable: true });
  await post(propertyUrn('deleted'), 'status', { removed: true });
  await clientOf(server).assign(DATASET, { fixed: [{ string: 'f' }] });
});
beforeEach(async () => {
  const all = { a: [{ string: 'x' }], b: [{ string: 'y' }], fixed: [{ string: 'f' }] };
  expect((await clientOf(server).assign(DATASET, all)).status).toBe(200);
});
afterAll(() => server.stop());

type Send = (name: string) => Promise<Answer>;

const KEPT = { propertyUrn: propertyUrn('b'), values: [{ string: 'y' }] };
const FIXED = { propertyUrn: propertyUrn('fixed'), values: [{ string: 'f' }] };

/** All values of the dataset, with an empty list for one property. */
const replaced = (name: string) => ({
  properties: [KEPT, FIXED, NONE(name)].filter(
    (one, i, all) => all.findLastIndex(({ propertyUrn: urn }) => urn === one.propertyUrn) === i,
  ),
});
const patch = (name: string) => [{ op: 'add', path: `/properties/${propertyUrn(name)}`, value: NONE(name) }];
const restli = (changeType: string, value: unknown): Promise<Answer> =>
  server.request('POST', '/aspects?action=ingestProposal', {
    proposal: {
      entityType: 'dataset',
      entityUrn: DATASET,
      changeType,
      aspectName: 'structuredProperties',
      aspect: { contentType: 'application/json', value: JSON.stringify(value) },
    },
  });
const path = (version: 'v2' | 'v3'): string => aspectPath(DATASET, 'structuredProperties', version);

describe.each<[string, Send]>([
  ['OpenAPI v2', (name) => server.request('POST', `${path('v2')}?createIfNotExists=false`, replaced(name))],
  [
    'OpenAPI v3',
    (name) => server.request('POST', `${path('v3')}?createIfNotExists=false`, { value: replaced(name) }),
  ],
  ['a patch', (name) => server.request('PATCH', path('v2'), { patch: patch(name) })],
  ['Rest.li', (name) => restli('UPSERT', replaced(name))],
  ['a patch over Rest.li', (name) => restli('PATCH', patch(name))],
])('an assignment without values over %s', (_name, send) => {
  it('removes the property', async () => {
    const { status, text } = await send('a');
    expect(status, text).toBe(200);
    expect(text).not.toContain(propertyUrn('a'));
    const { find, values } = clientOf(server);
    expect(await values(DATASET)).toEqual({ b: KEPT.values, fixed: FIXED.values });
    expect(await find('structuredProperties.a')).toEqual([]);
  });

  it('is validated like others: refused for an undefined, deleted or immutable property', async () => {
    for (const name of ['undefined', 'deleted', 'fixed']) {
      const { status, text } = await send(name);
      expect([400, 422], `${name}: ${text}`).toContain(status);
    }
    expect(Object.keys(await clientOf(server).values(DATASET))).toEqual(['a', 'b', 'fixed']);
  });
});

describe('upsertStructuredProperties without values', () => {
  it('removes the property', async () => {
    const upsert = `mutation u($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) {
      properties { structuredProperty { urn } } } }`;
    const params = [
      { structuredPropertyUrn: propertyUrn('a'), values: [] },
      { structuredPropertyUrn: propertyUrn('b'), values: [{ stringValue: 'z' }] },
      { structuredPropertyUrn: propertyUrn('fixed'), values: [{ stringValue: 'f' }] },
    ];
    const input = { assetUrn: DATASET, structuredPropertyInputParams: params };
    const { data, errors } = await server.graphql(upsert, { input });
    expect(errors).toBeUndefined();
    expect(data.upsertStructuredProperties.properties).toHaveLength(2);
    expect(await clientOf(server).values(DATASET)).toEqual({ b: [{ string: 'z' }], fixed: FIXED.values });
  });
});
