import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetUrn } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';

// The requests of DataHub's smoke tests of its REST interface (smoke-test/tests/openapi), to the end of each sequence.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const V3 = '/openapi/v3/entity';
const at = (urn: string): string => encodeURIComponent(urn);
const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.request(method, path, body);

it('v3/aspects: reads each version by its number', async () => {
  const path = `${V3}/dataset/${at(datasetUrn('dataset1AspectV3'))}/globaltags`;
  const tags = (...names: readonly string[]) => ({
    value: { tags: names.map((name) => ({ tag: `urn:li:tag:${name}` })) },
  });
  for (const body of [tags('tag1'), tags('tag1', 'tag2')]) {
    const query = 'createIfNotExists=false&createEntityIfNotExists=false&async=false';
    expect((await send('POST', `${path}?${query}`, body)).status).toBe(200);
  }
  const version = async (number: number) => (await send('GET', `${path}?version=${number}`)).json as unknown;
  expect(await version(0)).toEqual(tags('tag1', 'tag2'));
  expect(await version(2)).toEqual(tags('tag1', 'tag2'));
  expect(await version(1)).toEqual(tags('tag1'));
  expect((await send('GET', `${path}?version=3`)).status).toBe(404);
});

it('v3/generic_entities: writes, patches, reads and deletes entities of any type', async () => {
  const dataset = datasetUrn('datasetGenericV3');
  const chart = 'urn:li:chart:(looker,chartGenericV3)';
  const one = (urn: string): string => `${V3}/generic/${at(urn)}`;
  for (const urn of [dataset, chart]) expect((await send('DELETE', one(urn))).status).toBe(200);
  const properties = {
    name: 'datasetGenericV3',
    qualifiedName: 'entities.datasetGenericV3',
    customProperties: {},
    tags: [],
  };
  const status = { value: { removed: false } };
  const written = await send('POST', `${V3}/generic?async=false`, {
    dataset: [{ urn: dataset, datasetProperties: { value: properties }, status }],
    chart: [{ urn: chart, status }],
  });
  expect(written.status, written.text).toBe(200);
  const patch = [{ op: 'add', path: '/description', value: 'Generic description' }];
  const patched = await send('PATCH', `${V3}/generic?async=false`, {
    dataset: [{ urn: dataset, datasetProperties: { value: { patch } } }],
  });
  expect(patched.status, patched.text).toBe(200);
  const described = { value: { ...properties, description: 'Generic description' } };
  const many = await send('POST', `${V3}/generic/batchGet?systemMetadata=false`, {
    dataset: [{ urn: dataset, datasetProperties: { headers: {} } }],
    chart: [{ urn: chart, status: { headers: {} } }],
  });
  expect(many.json).toEqual({
    dataset: [{ urn: dataset, datasetProperties: described }],
    chart: [{ urn: chart, status }],
  });
  expect((await send('GET', `${one(dataset)}?aspects=datasetProperties`)).json).toEqual({
    urn: dataset,
    datasetProperties: described,
  });
  expect((await send('GET', `${one(dataset)}/datasetProperties`)).json).toEqual(described);
  expect((await send('HEAD', one(chart))).status).toBe(204);
  const removed = await send('POST', `${one(chart)}/status?createIfNotExists=false`, {
    value: { removed: true },
  });
  expect(jsonAt(removed.json, 'status', 'value', 'removed')).toBe(true);
  for (const urn of [dataset, chart]) expect((await send('DELETE', one(urn))).status).toBe(200);
  expect((await send('HEAD', one(dataset))).status).toBe(404);
  const unknown = await send('GET', one('urn:li:FOOBAR:x'));
  expect([unknown.status, unknown.json.message]).toEqual([
    400,
    expect.stringContaining('Failed to find entity with name FOOBAR'),
  ]);
});

it('v3/entities: lists a page of a type', async () => {
  const names = ['datasetSingle1EntityV3', 'datasetSingle2EntityV3', 'datasetSingle3EntityV3'];
  const entities = names.map((name) => ({
    urn: datasetUrn(name),
    datasetProperties: { value: { name, qualifiedName: `entities.${name}`, customProperties: {}, tags: [] } },
    status: { value: { removed: false } },
  }));
  expect((await send('POST', `${V3}/dataset?async=false`, entities)).status).toBe(200);
  const query = `count=1&query=${at('qualifiedName:entities\\.datasetSingle*')}&sortCriteria=urn`;
  const list = await send(
    'GET',
    `${V3}/dataset?aspects=datasetProperties&aspects=status&${query}&sortOrder=DESCENDING`,
  );
  expect(list.json).toEqual({
    scrollId: expect.any(String) as string,
    entities: [entities[2]],
    facets: [],
    totalCount: 3,
  });
  const scrolled = await send('POST', `${V3}/scroll?${query}`, { aspects: ['datasetProperties'] });
  const { status: _, ...first } = entities[0] ?? {};
  expect(scrolled.json).toMatchObject({ entities: [first], totalCount: 3 });
});

it('v3/timeseries: reads the point at a time, and deletes the newest', async () => {
  const path = `${V3}/dataset/${at(datasetUrn('datasetTimeseriesV3'))}/datasetProfile`;
  const profile = (messageId: string, rowCount: number) => ({
    value: { messageId, rowCount, timestampMillis: rowCount },
  });
  for (const body of [profile('old profile', 100), profile('new profile', 200)]) {
    const posted = await send('POST', `${path}?createIfNotExists=false&async=false`, body);
    expect(jsonAt(posted.json, 'datasetProfile')).toEqual(body);
  }
  expect((await send('GET', path)).json).toEqual(profile('new profile', 200));
  expect((await send('GET', `${path}?version=150`)).json).toEqual(profile('old profile', 100));
  expect((await send('GET', `${path}?version=99`)).status).toBe(404);
  await send('DELETE', path);
  expect((await send('GET', path)).json).toEqual(profile('old profile', 100));
  await send('DELETE', path);
  expect((await send('GET', path)).status).toBe(404);
  expect((await send('DELETE', path)).status).toBe(200);
});

it('v3/exceptions: names the cause in the member `error`', async () => {
  const dataset = datasetUrn('InvalidExceptions');
  const foreign = 'urn:li:FOOBAR:(urn:li:dataPlatform:test,InvalidExceptions,PROD)';
  const status = { value: { removed: false } };
  const unmet = { ...status, headers: { 'If-Version-Match': '-10000' } };
  const errorOf = async (path: string, body: unknown) => {
    const answer = await send('POST', path, body);
    return [answer.status, answer.json.error];
  };
  const batch = `${V3}/dataset?createIfNotExists=false`;
  expect(await errorOf(`${batch}&async=false`, [{ urn: dataset, status: unmet }])).toEqual([
    412,
    'Precondition Error',
  ]);
  expect(
    await errorOf(`${V3}/dataset/${at(dataset)}/status?createIfNotExists=false&async=false`, unmet),
  ).toEqual([412, 'Precondition Error']);
  for (const mode of ['true', 'false']) {
    const path = `${batch}&async=${mode}`;
    const invalid = dataset.replace('PROD', 'INVALID');
    expect((await send('POST', path, [{ urn: invalid, status }])).status).toBe(400);
    expect(await errorOf(path, [{ urn: dataset, INVALID: status }])).toEqual([400, 'Validation Error']);
    for (const element of [
      { urn: foreign, status },
      { urn: foreign, INVALID: status },
    ]) {
      expect(await errorOf(path, [element])).toEqual([400, `Invalid urn!: ${foreign}`]);
    }
  }
  const page = await send('POST', `${V3}/scroll?query=*&count=99999`, {});
  expect(page.status).toBe(200);
});

it.each(['v2/timeline/v1', 'v1/timeline', 'timeline/v1'])(
  '%s answers the history of an entity',
  async (path) => {
    const query = 'startTime=-1&endTime=0&raw=false&categories=TAG';
    const tagged = at(datasetUrn('dataset1AspectV3'));
    const history = await send('GET', `/openapi/${path}/${tagged}?${query}`);
    expect(history.status, history.text).toBe(200);
    expect(jsonAt(history.json, 0, 'changeEvents', 0, 'category')).toBe('TAG');
  },
);

describe.each(['entities/v1', 'platform/entities/v1', 'v2/platform/entities/v1'])('%s', (path) => {
  const entities = `/openapi/${path}/`;

  it('v2/platform_entities: writes proposals', async () => {
    const urn = 'urn:li:dataProduct:4fd5aea7-a15f-4842-a2cc-e6562605ebf7';
    const written = await send('POST', `${entities}?async=false`, [
      {
        entityType: 'dataProduct',
        entityUrn: urn,
        changeType: 'UPSERT',
        aspectName: 'status',
        aspect: { value: { __type: 'Status', removed: false }, contentType: 'application/json' },
      },
    ]);
    expect([written.status, written.json]).toEqual([201, [urn]]);
    expect((await send('HEAD', `${V3}/dataProduct/${at(urn)}/status`)).status).toBe(204);
  });

  it('writes, reads and deletes with the class of each object as a member', async () => {
    const urn = datasetUrn(`entities.${path.replaceAll('/', '.')}`);
    const stamp = { time: 0, actor: 'urn:li:corpuser:a' };
    const field = {
      fieldPath: 'id',
      nativeDataType: 'int',
      nullable: false,
      type: { type: { __type: 'NumberType' } },
    };
    const aspect = {
      __type: 'SchemaMetadata',
      schemaName: 's',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      created: stamp,
      lastModified: stamp,
      platformSchema: { __type: 'MySqlDDL', tableSchema: 'create' },
      fields: [field],
    };
    const change = { entityType: 'dataset', entityUrn: urn, aspect };
    expect((await send('POST', entities, [change])).json).toEqual([urn]);
    const stored = await send('GET', `${V3}/dataset/${at(urn)}/schemaMetadata`);
    expect(jsonAt(stored.json, 'value', 'platformSchema')).toEqual({
      'com.linkedin.schema.MySqlDDL': { tableSchema: 'create' },
    });
    const type = { 'com.linkedin.schema.NumberType': {} };
    expect(jsonAt(stored.json, 'value', 'fields', 0, 'type', 'type')).toEqual(type);
    const latest = await send('GET', `${entities}latest?urns=${at(urn)}&aspectNames=schemaMetadata`);
    expect(jsonAt(latest.json, 'responses', urn)).toMatchObject({
      entityName: 'dataset',
      urn,
      aspects: { schemaMetadata: { name: 'schemaMetadata', type: 'VERSIONED', version: 0, value: aspect } },
    });
    const deleted = { rowsRolledBack: [{ urn }], rowsDeletedFromEntityDeletion: 1 };
    expect((await send('DELETE', `${entities}?urns=${at(urn)}`)).json).toEqual([deleted]);
    const status = `${V3}/dataset/${at(urn)}/status`;
    expect((await send('GET', status)).json).toEqual({ value: { removed: true } });
    expect((await send('DELETE', `${entities}?soft=false&urns=${at(urn)}`)).json).toEqual([deleted]);
    expect((await send('GET', status)).status).toBe(404);
  });

  it.each([
    [{ entityType: 'nonsense' }, 'Failed to find entity with name nonsense'],
    [{ entityUrn: 'urn:li:tag:a' }, 'Invalid urn!: urn:li:tag:a'],
    [{ aspect: { removed: false } }, '[0].aspect.__type'],
    [{ aspect: { __type: 'TagProperties' } }, 'dataset has no aspect of the class TagProperties'],
    [{ aspectName: 'status', aspect: { value: '{' } }, '[0].aspect.value'],
    [{ changeType: 'DROP' }, '[0].changeType'],
  ])('refuses %j', async (wrong, message) => {
    const change = {
      entityType: 'dataset',
      entityUrn: datasetUrn('refused'),
      aspect: { __type: 'Status', removed: false },
    };
    const answer = await send('POST', entities, [{ ...change, ...wrong }]);
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await send('GET', entities)).status).toBe(400);
  });
});
