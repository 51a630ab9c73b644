import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { addActor, hideEverything, writeAspect } from '../../support/test-actors.ts';

const [ORDERS, OTHER] = [datasetUrn('orders'), datasetUrn('other')];
const HEADER = 'Colophon-As-Of';
const DATASET = `query dataset($urn: String!) {
  dataset(urn: $urn) {
    urn
    platform { urn }
    properties { description }
    structuredProperties { properties { structuredProperty { urn definition { qualifiedName } } values { ... on StringValue { stringValue } } } }
  }
}`;

let now = Date.UTC(2026, 0, 1);
let root: TestServer;
let catalog: ReturnType<typeof clientOf>;
/** Cursors: before the first write, after the first description, after the second, after the deletion. */
const moments: string[] = [];

beforeAll(async () => {
  root = await startServer({ environment: { now: () => now } });
  catalog = clientOf(root);
  await catalog.define('team');
  const note = async (): Promise<void> => {
    moments.push((await root.request('GET', '/api/colophon/v1/changes?since=now')).json.cursor);
  };
  await note();
  await writeAspect(root, ORDERS, 'datasetProperties', { description: 'first' });
  await writeAspect(root, OTHER, 'datasetProperties', { description: 'other' });
  await catalog.assign(ORDERS, { team: [{ string: 'red' }] });
  await note();
  await writeAspect(root, ORDERS, 'datasetProperties', { description: 'second' });
  await note();
  await root.request('DELETE', `/openapi/v3/entity/dataset/${encodeURIComponent(ORDERS)}`);
  await note();
});
afterAll(() => root.stop());

const entityPath = (urn = ORDERS): string => `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}`;

function ask(
  method: string,
  path: string,
  moment: number | string,
  body?: unknown,
  server = root,
): Promise<Answer> {
  const cursor = typeof moment === 'number' ? (moments[moment] ?? '') : moment;
  return server.request(method, path, body, { [HEADER]: cursor });
}

function graphql(query: string, moment: number | string, variables: object = { urn: ORDERS }) {
  return ask('POST', '/api/graphql', moment, { query, variables });
}

describe('OpenAPI as of a moment', () => {
  it('returns entities and aspects as of the moment, by the parameter or by the header', async () => {
    const [nothing = '', first = '', , gone = ''] = moments;
    const by = async (query: string) => root.request('GET', `${entityPath()}?${query}`);
    const then = await by(`asOf=${first}`);
    expect(then.json).toMatchObject({
      urn: ORDERS,
      datasetProperties: { value: { description: 'first' } },
      datasetKey: { value: { name: 'orders' } },
      structuredProperties: { value: { properties: [{ propertyUrn: propertyUrn('team') }] } },
    });
    expect(then.headers.get(HEADER)).toBe(first);
    expect((await ask('GET', entityPath(), 2)).json.datasetProperties.value.description).toBe('second');
    expect((await by(`asOf=${nothing}`)).status).toBe(404);
    expect((await by(`asOf=${gone}`)).status).toBe(404);
    const named = await by(`asOf=${first}&aspects=datasetProperties`);
    expect(Object.keys(named.json)).toEqual(['urn', 'datasetProperties']);
    const aspect = await ask('GET', aspectPath(ORDERS, 'datasetProperties', 'v3'), 1);
    expect(aspect.json.value).toMatchObject({ description: 'first' });
    expect((await ask('HEAD', entityPath(), 1)).status).toBe(204);
    expect((await ask('HEAD', entityPath(), 0)).status).toBe(404);
  });

  it('returns many entities', async () => {
    const body = [ORDERS, OTHER].map((urn) => ({ urn, datasetProperties: {} }));
    const many = await ask('POST', '/openapi/v3/entity/dataset/batchGet', 1, body);
    expect(many.json).toMatchObject([
      { urn: ORDERS, datasetProperties: { value: { description: 'first' } } },
      { urn: OTHER, datasetProperties: { value: { description: 'other' } } },
    ]);
    const generic = await ask('POST', '/openapi/v3/entity/generic/batchGet', 2, { dataset: body });
    expect(generic.text).toContain('"second"');
  });

  it('refuses requests that support only the current state, and writes', async () => {
    const refused: readonly (readonly [string, string, unknown?])[] = [
      ['GET', '/openapi/v3/entity/dataset'],
      ['POST', '/openapi/v3/entity/scroll', { entities: ['dataset'] }],
      [
        'GET',
        `/openapi/relationships/v1/?urn=${encodeURIComponent(ORDERS)}&relationshipTypes=OwnedBy&direction=INCOMING`,
      ],
      ['GET', `${aspectPath(OTHER, 'datasetProperties', 'v3')}?version=1`],
      ['POST', '/openapi/v3/entity/dataset', [{ urn: OTHER, status: { value: { removed: true } } }]],
      ['DELETE', entityPath(OTHER)],
      ['GET', `/api/colophon/v1/entities/${encodeURIComponent(OTHER)}?asOf=now`],
      ['GET', '/api/colophon/v1/changes'],
    ];
    for (const [method, path, body] of refused) {
      const { status, text } = await ask(method, path, 1, body);
      expect([status, text], `${method} ${path}`).toEqual([
        400,
        expect.stringContaining('cannot be answered as of a moment'),
      ]);
    }
    expect((await root.request('GET', entityPath(OTHER))).status).toBe(200);
    expect((await root.request('GET', `/openapi/v3/entity/dataset?asOf=${moments[1]}`)).status).toBe(400);
  });

  it('names the problem of the moment', async () => {
    expect((await ask('GET', entityPath(), 'yesterday')).text).toContain('Parameter asOf must be a cursor');
    const both = await ask('GET', `${entityPath()}?asOf=now`, 1);
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('Give one of them')]);
  });
});

describe('Rest.li as of a moment', () => {
  it('answers reads of the unmodified client', async () => {
    const entity = await ask('GET', `/entitiesV2/${encodeURIComponent(ORDERS)}`, 1);
    expect(entity.text).toContain('"first"');
    const path = `/aspects/${encodeURIComponent(ORDERS)}?aspect=datasetProperties&version=0`;
    expect((await ask('GET', path, 2)).text).toContain('second');
    const search = { entity: 'dataset', input: '*', start: 0, count: 10 };
    expect((await ask('POST', '/entities?action=search', 1, search)).status).toBe(400);
  });
});

describe('GraphQL as of a moment', () => {
  it('returns entities and their properties', async () => {
    const { headers, json } = await graphql(DATASET, 1);
    expect(headers.get(HEADER)).toBe(moments[1]);
    expect(json.errors).toBeUndefined();
    expect(json.data.dataset).toMatchObject({
      urn: ORDERS,
      platform: { urn: 'urn:li:dataPlatform:hive' },
      properties: { description: 'first' },
      structuredProperties: {
        properties: [
          {
            structuredProperty: { urn: propertyUrn('team'), definition: { qualifiedName: 'team' } },
            values: [{ stringValue: 'red' }],
          },
        ],
      },
    });
    expect((await graphql(DATASET, 2)).json.data.dataset.properties.description).toBe('second');
    const never = await root.graphql(DATASET, { urn: ORDERS });
    expect((await graphql(DATASET, 0)).json.data).toEqual(never.data);
  });

  it('returns a timeline up to the moment, unless its history was deleted', async () => {
    const timeline =
      'query t($urn: String!) { getTimeline(input: { urn: $urn }) { changeTransactions { changes { description } } } }';
    const changesOf = ({ json }: Answer): number => json.data.getTimeline.changeTransactions.length;
    expect(changesOf(await graphql(timeline, 0, { urn: OTHER }))).toBe(0);
    expect(changesOf(await graphql(timeline, 1, { urn: OTHER }))).toBe(1);
    const gone = await graphql(timeline, 2);
    expect(gone.json.errors[0].message).toContain('was deleted later, with its history');
    expect(changesOf(await graphql(timeline, 3))).toBe(0);
    const set =
      '{ getTimeline(input: { urn: "urn:li:tag:a", includeVersionSet: true }) { changeTransactions { timestampMillis } } }';
    expect((await graphql(set, 1)).json.errors[0].message).toContain('Omit includeVersionSet');
  });

  it.each([
    ['a search', '{ searchAcrossEntities(input: { query: "*" }) { total } }'],
    ['lineage', `{ dataset(urn: "${OTHER}") { lineage(input: { direction: UPSTREAM }) { total } } }`],
    [
      'relationships',
      `{ dataset(urn: "${OTHER}") { relationships(input: { types: ["OwnedBy"], direction: OUTGOING }) { total } } }`,
    ],
    ['a mutation', `mutation { updateDeprecation(input: { urn: "${OTHER}", deprecated: true }) }`],
    ['the current user', '{ me { platformPrivileges { managePolicies } } }'],
  ])('refuses %s', async (_what, query) => {
    const { json } = await graphql(query, 1);
    expect(json.errors?.[0].message).toContain('cannot be answered as of a moment');
  });

  it('refuses a moment that is no longer kept, and hides what is hidden today', async () => {
    now += 8 * 86_400_000;
    const old = await graphql(DATASET, 1);
    expect(old.json.errors[0].message).toContain('deletions.keepFor');
    expect((await ask('GET', entityPath(), 1)).status).toBe(410);
    await hideEverything(root);
    const stranger = await addActor(root, 'stranger');
    expect((await ask('GET', entityPath(), 1, undefined, stranger)).status).toBe(403);
  });
});
