import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, withToken } from '../../support/test-actors.ts';
import { ask, at, refused, send } from './agent-client.ts';
import { connected } from './official-client.ts';

const ORDERS = datasetUrn('shop.orders');
const DAILY = datasetUrn('shop.daily');
const RETENTION = propertyUrn('io.acme.retention');
const ROOT = userUrn('datahub');
const PII = 'urn:li:tag:PII';
const TERM = 'urn:li:glossaryTerm:t1';
const DOMAIN = 'urn:li:domain:sales';

/** Marks an argument without a default. */
const REQUIRED = 'required';

/** Names, arguments and defaults of DataHub's MCP server 0.8.0, from the signatures of its tools. */
const OF_DATAHUB = {
  search: { query: '*', filter: null, num_results: 10, sort_by: null, sort_order: 'desc', offset: 0 },
  get_entities: { urns: REQUIRED },
  list_schema_fields: { urn: REQUIRED, keywords: null, limit: 100, offset: 0 },
  get_lineage: {
    urn: REQUIRED,
    column: null,
    query: null,
    filter: null,
    upstream: true,
    max_hops: 1,
    max_results: 30,
    offset: 0,
  },
  get_lineage_paths_between: {
    source_urn: REQUIRED,
    target_urn: REQUIRED,
    source_column: null,
    target_column: null,
    direction: null,
  },
  get_dataset_queries: { urn: REQUIRED, column: null, source: null, start: 0, count: 10 },
  get_me: {},
  add_tags: { tag_urns: REQUIRED, entity_urns: REQUIRED, column_paths: null },
  remove_tags: { tag_urns: REQUIRED, entity_urns: REQUIRED, column_paths: null },
  add_terms: { term_urns: REQUIRED, entity_urns: REQUIRED, column_paths: null },
  remove_terms: { term_urns: REQUIRED, entity_urns: REQUIRED, column_paths: null },
  add_owners: { owner_urns: REQUIRED, entity_urns: REQUIRED, ownership_type: REQUIRED },
  remove_owners: { owner_urns: REQUIRED, entity_urns: REQUIRED, ownership_type: null },
  set_domains: { domain_urn: REQUIRED, entity_urns: REQUIRED },
  remove_domains: { entity_urns: REQUIRED },
  add_structured_properties: { property_values: REQUIRED, entity_urns: REQUIRED },
  remove_structured_properties: { property_urns: REQUIRED, entity_urns: REQUIRED },
  update_description: {
    entity_urn: REQUIRED,
    operation: 'replace',
    description: null,
    column_path: null,
  },
} as const;
const READERS = Object.keys(OF_DATAHUB).slice(0, 7);

let server: TestServer;
/** The root user's token with `direct`, at both paths. */
let direct: TestServer;
let directAtOurs: TestServer;
/** An ordinary token of the root user. */
let plain: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'agents.callsPerMinute': 0 } });
  const client = clientOf(server);
  await client.post(PII, 'tagProperties', { name: 'PII' });
  await client.post(TERM, 'glossaryTermInfo', { name: 'Money', definition: 'x', termSource: 'INTERNAL' });
  await client.post(DOMAIN, 'domainProperties', { name: 'Sales' });
  await client.define('io.acme.retention', {
    type: 'number',
    allowedValues: [{ double: 30 }, { double: 60 }],
  });
  await client.post(ORDERS, 'datasetProperties', { name: 'orders', description: 'All orders' });
  await client.post(ORDERS, 'schemaMetadata', {
    schemaName: 's',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: ['id', 'email', 'user_email'].map((fieldPath) => ({
      fieldPath,
      nativeDataType: 'text',
      description: `The ${fieldPath}`,
      type: { type: { 'com.linkedin.schema.StringType': {} } },
    })),
  });
  await client.post(DAILY, 'datasetProperties', { name: 'daily' });
  await client.post(DAILY, 'upstreamLineage', {
    upstreams: [{ dataset: ORDERS, type: 'TRANSFORMED', auditStamp: { time: 0, actor: ROOT } }],
  });
  await client.post('urn:li:query:q1', 'queryProperties', {
    statement: { value: 'select 1', language: 'SQL' },
    source: 'MANUAL',
    created: { time: 0, actor: ROOT },
    lastModified: { time: 0, actor: ROOT },
  });
  await client.post('urn:li:query:q1', 'querySubjects', { subjects: [{ entity: ORDERS }] });
  directAtOurs = await withToken(server, ROOT, { direct: true });
  direct = at('/mcp/datahub', directAtOurs);
  plain = at('/mcp/datahub', await withToken(server, ROOT));
});
afterAll(() => server.stop());

interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
    readonly required?: readonly string[];
  };
}

async function listed(of: TestServer): Promise<readonly ListedTool[]> {
  return (await send(of, 'tools/list')).json.result.tools;
}

describe('the list of tools at /mcp/datahub', () => {
  it("has DataHub's names, arguments and defaults", async () => {
    const tools = await listed(direct);
    const found = tools.map(({ inputSchema: { properties = {}, required = [] }, name }) => {
      const defaults = Object.entries(properties).map(([argument, { default: value = null }]) => [
        argument,
        required.includes(argument) ? REQUIRED : value,
      ]);
      return [name, Object.fromEntries(defaults)];
    });
    expect(Object.fromEntries(found)).toEqual(OF_DATAHUB);
    for (const { description } of tools) expect(description.length).toBeLessThanOrEqual(400);
  });

  it('has the tools that write for direct tokens only', async () => {
    for (const token of [{}, { readOnly: true }, { entityTypes: ['dataset'] }]) {
      const other = at('/mcp/datahub', await withToken(server, ROOT, token));
      expect((await listed(other)).map(({ name }) => name)).toEqual(READERS);
    }
    const error = await refused(plain, 'add_tags', { tag_urns: [PII], entity_urns: [ORDERS] });
    expect(error).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('--direct') });
    expect(error.message).toContain('set_metadata');
  });

  it('works with the official client', async () => {
    const client = await connected(directAtOurs, 'auto', '/mcp/datahub');
    expect((await client.listTools()).tools).toHaveLength(Object.keys(OF_DATAHUB).length);
    const { isError, structuredContent } = await client.callTool({ name: 'get_me', arguments: {} });
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ success: true, data: { corpUser: { urn: ROOT } } });
    await client.close();
  });
});

/** The answer with the members of each `untrusted` beside it, as DataHub has them. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { untrusted, ...others } = value as Record<string, unknown>;
  const own = Object.entries(others).map(([name, inner]) => [name, merged(inner)] as const);
  return { ...Object.fromEntries(own), ...(typeof untrusted === 'object' && untrusted) };
}

describe("an answer in DataHub's shape", () => {
  it('of search has a page, entities and facets', async () => {
    const answer = await ask(plain, 'search', { query: 'orders', filter: 'entity_type = dataset' });
    expect(merged(answer)).toMatchObject({
      start: 0,
      count: 1,
      total: 1,
      searchResults: [{ entity: { urn: ORDERS, type: 'DATASET', properties: { name: 'orders' } } }],
      facets: expect.arrayContaining([
        expect.objectContaining({ field: 'platform', aggregations: [expect.objectContaining({ count: 1 })] }),
      ]),
    });
    const counts = await ask(plain, 'search', { num_results: 0 });
    expect(Object.keys(counts)).not.toContain('searchResults');
    const second = await ask(plain, 'search', { filter: 'entity_type = dataset', num_results: 1, offset: 1 });
    expect(second).toMatchObject({ start: 1, count: 1, total: 2 });
  });

  it('of get_entities has labels, properties and columns nested as in GraphQL', async () => {
    await ask(direct, 'add_tags', { tag_urns: [PII], entity_urns: [ORDERS] });
    const missing = datasetUrn('nothing');
    const { result } = await ask(plain, 'get_entities', { urns: [ORDERS, missing] });
    expect(merged(result)).toMatchObject([
      {
        urn: ORDERS,
        type: 'DATASET',
        platform: { urn: 'urn:li:dataPlatform:hive' },
        properties: { name: 'orders', description: 'All orders' },
        tags: { tags: [{ tag: { urn: PII } }] },
        schemaMetadata: { fields: expect.arrayContaining([expect.objectContaining({ fieldPath: 'id' })]) },
      },
      { urn: missing, error: `Entity ${missing} not found` },
    ]);
  });

  it('of list_schema_fields has the fields that match first, and the counts', async () => {
    const answer = await ask(plain, 'list_schema_fields', {
      urn: ORDERS,
      keywords: ['EMAIL', 'user'],
      limit: 2,
    });
    expect(merged(answer)).toMatchObject({
      urn: ORDERS,
      fields: [
        { fieldPath: 'user_email', type: 'STRING', nullable: false },
        { fieldPath: 'email', type: 'STRING' },
      ],
      totalFields: 3,
      returned: 2,
      remainingCount: 1,
      matchingCount: 2,
      offset: 0,
    });
    expect((await ask(plain, 'list_schema_fields', { urn: DAILY })).matchingCount).toBeNull();
  });

  it('of get_lineage has one direction', async () => {
    const down = await ask(plain, 'get_lineage', { urn: ORDERS, upstream: false });
    expect(merged(down)).toMatchObject({
      downstreams: { start: 0, total: 1, searchResults: [{ entity: { urn: DAILY }, degree: 1 }] },
    });
    const up = await ask(plain, 'get_lineage', { urn: DAILY, query: 'orders', max_hops: 3 });
    expect(up.upstreams.searchResults[0].entity.urn).toBe(ORDERS);
    expect((await ask(plain, 'get_lineage', { urn: DAILY, query: 'nothing' })).upstreams.total).toBe(0);
  });

  it('of get_lineage_paths_between has the paths, in either direction', async () => {
    expect(
      await ask(plain, 'get_lineage_paths_between', { source_urn: DAILY, target_urn: ORDERS }),
    ).toMatchObject({
      metadata: { direction: 'upstream' },
      source: { urn: DAILY },
      target: { urn: ORDERS },
      pathCount: 1,
      paths: [{ path: [{ urn: DAILY }, { urn: ORDERS }] }],
    });
    const none = { source_urn: DAILY, target_urn: ORDERS, direction: 'downstream' };
    expect(await refused(plain, 'get_lineage_paths_between', none)).toMatchObject({ code: 'NOT_FOUND' });
    const half = { source_urn: DAILY, target_urn: ORDERS, source_column: 'id' };
    expect((await refused(plain, 'get_lineage_paths_between', half)).argument).toBe('source_column');
  });

  it('of get_dataset_queries has the statements', async () => {
    const answer = await ask(plain, 'get_dataset_queries', { urn: ORDERS, source: 'MANUAL' });
    expect(answer).toMatchObject({
      start: 0,
      count: 1,
      total: 1,
      queries: [
        {
          urn: 'urn:li:query:q1',
          properties: { source: 'MANUAL', statement: { language: 'SQL' } },
          subjects: [ORDERS],
          untrusted: { statement: { value: 'select 1' } },
        },
      ],
    });
    expect((await ask(plain, 'get_dataset_queries', { urn: ORDERS, source: 'SYSTEM' })).total).toBe(0);
  });
});

async function valuesOf(urn: string, aspect: string): Promise<unknown> {
  const { json } = await server.request(
    'GET',
    `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/${aspect}`,
  );
  return json?.value;
}

describe('a tool that writes at once', () => {
  it.each([
    ['add_tags', { tag_urns: ['PII'] }, 'globalTags', { tags: [{ tag: PII }] }],
    ['add_terms', { term_urns: [TERM] }, 'glossaryTerms', { terms: [{ urn: TERM }] }],
    [
      'add_owners',
      { owner_urns: [ROOT], ownership_type: 'TECHNICAL_OWNER' },
      'ownership',
      { owners: [{ owner: ROOT, typeUrn: 'urn:li:ownershipType:__system__technical_owner' }] },
    ],
    ['set_domains', { domain_urn: DOMAIN }, 'domains', { domains: [DOMAIN] }],
    [
      'add_structured_properties',
      { property_values: { [RETENTION]: [30] } },
      'structuredProperties',
      { properties: [{ propertyUrn: RETENTION, values: [{ double: 30 }] }] },
    ],
  ])('%s: answers the edit that undo takes', async (name, args, aspect, written) => {
    const urn = datasetUrn(`for.${name}`);
    await clientOf(server).post(urn, 'datasetProperties', { name });
    const done = await ask(direct, name, { ...args, entity_urns: [urn] });
    expect(done).toMatchObject({
      success: true,
      message: expect.stringContaining(`edit ${done.edit}`),
      state: 'done',
    });
    expect(await valuesOf(urn, aspect)).toMatchObject(written);
    const again = await ask(direct, name, { ...args, entity_urns: [urn] });
    expect(again).toMatchObject({ success: true, message: expect.stringContaining('already') });
    const { plan } = await ask(directAtOurs, 'undo', { edit: done.edit, reason: 'a test' });
    await ask(directAtOurs, 'undo', { plan });
    expect(await valuesOf(urn, aspect)).not.toMatchObject(written);
  });

  it('removes what it is named after', async () => {
    const urn = datasetUrn('removed');
    await clientOf(server).post(urn, 'datasetProperties', { name: 'removed' });
    const entity_urns = [urn];
    await ask(direct, 'add_tags', { tag_urns: [PII], entity_urns });
    await ask(direct, 'add_terms', { term_urns: [TERM], entity_urns });
    await ask(direct, 'add_owners', { owner_urns: [ROOT], entity_urns, ownership_type: 'DATA_STEWARD' });
    await ask(direct, 'set_domains', { domain_urn: 'Sales', entity_urns });
    await ask(direct, 'add_structured_properties', { property_values: { [RETENTION]: [60] }, entity_urns });
    await ask(direct, 'remove_tags', { tag_urns: [PII], entity_urns });
    await ask(direct, 'remove_terms', { term_urns: [TERM], entity_urns });
    await ask(direct, 'remove_owners', { owner_urns: [ROOT], entity_urns });
    await ask(direct, 'remove_domains', { entity_urns });
    await ask(direct, 'remove_structured_properties', { property_urns: [RETENTION], entity_urns });
    const { entities } = await ask(directAtOurs, 'get_entities', { urns: [urn] });
    expect(entities[0]).toMatchObject({ labels: {}, properties: [] });
    expect(entities[0].labels).toEqual({});
  });

  it('update_description replaces, extends and removes, also of a column', async () => {
    const change = (args: object) => ask(direct, 'update_description', { entity_urn: ORDERS, ...args });
    expect(await change({ description: 'One' })).toMatchObject({
      success: true,
      urn: ORDERS,
      column_path: null,
    });
    await change({ operation: 'append', description: ' and two' });
    expect(await valuesOf(ORDERS, 'editableDatasetProperties')).toMatchObject({ description: 'One and two' });
    await change({ operation: 'remove' });
    expect(await valuesOf(ORDERS, 'editableDatasetProperties')).not.toHaveProperty('description');
    await change({ operation: 'append', description: '!', column_path: 'id' });
    const { entities } = await ask(directAtOurs, 'get_entities', { urns: [ORDERS], include: ['columns'] });
    expect(entities[0].columns.items[0].untrusted.description).toBe('The id!');
    expect((await refused(direct, 'update_description', { entity_urn: ORDERS })).argument).toBe(
      'description',
    );
  });

  it('tags columns and assets in one call', async () => {
    const entity_urns = [ORDERS, ORDERS, DAILY];
    const column_paths = ['email', 'user_email', null];
    await ask(direct, 'add_tags', { tag_urns: [PII], entity_urns, column_paths });
    expect(await valuesOf(ORDERS, 'editableSchemaMetadata')).toMatchObject({
      editableSchemaFieldInfo: expect.arrayContaining([
        expect.objectContaining({ fieldPath: 'email', globalTags: { tags: [{ tag: PII }] } }),
        expect.objectContaining({ fieldPath: 'user_email', globalTags: { tags: [{ tag: PII }] } }),
      ]),
    });
    expect(await valuesOf(DAILY, 'globalTags')).toMatchObject({ tags: [{ tag: PII }] });
    const one = await refused(direct, 'add_tags', { tag_urns: [PII], entity_urns, column_paths: ['id'] });
    expect(one).toMatchObject({ code: 'INVALID_REQUEST', argument: 'column_paths' });
    const none = { tag_urns: [PII], entity_urns: [ORDERS], column_paths: ['nothing'] };
    expect((await refused(direct, 'add_tags', none)).message).toContain('nothing');
  });

  it('writes nothing if a name is unknown, a value is refused or a right is missing', async () => {
    const unknown = await refused(direct, 'add_tags', { tag_urns: ['pIy'], entity_urns: [DAILY] });
    expect(unknown).toMatchObject({ code: 'NOT_FOUND', argument: 'tag_urns[0]' });
    const wrong = { property_values: { [RETENTION]: [31] }, entity_urns: [ORDERS, DAILY] };
    expect((await refused(direct, 'add_structured_properties', wrong)).message).toContain('31');
    expect(await refused(direct, 'remove_domains', { entity_urns: [] })).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    const reader = await addActor(server, 'rita', { roles: ['Reader'], token: { direct: true } });
    const tags = { tag_urns: [PII], entity_urns: [DAILY] };
    const denied = await refused(at('/mcp/datahub', reader), 'remove_tags', tags);
    expect(denied.code).toBe('FORBIDDEN');
    expect(denied.message).toContain('Nothing was changed');
  });

  it('is in the audit log without a reason', async () => {
    const { commit } = await ask(direct, 'set_domains', { domain_urn: DOMAIN, entity_urns: [DAILY] });
    const { json } = await server.request('GET', '/api/colophon/v1/audit?limit=20');
    const found = JSON.stringify(json);
    expect(commit).toBeGreaterThan(0);
    expect(found).toContain('set_domains');
  });
});

it("refuses DataHub's arguments at /mcp with the name that replaces it", async () => {
  const search = await refused(server, 'search', { num_results: 3 });
  expect(search).toMatchObject({ code: 'INVALID_REQUEST', argument: 'num_results' });
  expect(search.message).toContain("'limit'");
  const change = { tag_urns: [PII], field: 'tags', action: 'add' };
  expect((await refused(server, 'set_metadata', { changes: [change], reason: 'a test' })).message).toContain(
    "'changes[].values'",
  );
});
