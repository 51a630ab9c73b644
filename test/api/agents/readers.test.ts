import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor, userUrn, writePolicy } from '../../support/test-actors.ts';
import { ask, refused } from './agent-client.ts';

const ORDERS = datasetUrn('shop.orders');
const DAILY = datasetUrn('shop.daily');
const WEEKLY = datasetUrn('shop.weekly');
const YEARLY = datasetUrn('shop.yearly');
const BOARD = datasetUrn('shop.board');
const RETENTION = propertyUrn('io.acme.retention');

let server: TestServer;
let reader: TestServer;

beforeAll(async () => {
  server = await startServer({ options: { 'agents.callsPerMinute': 0 } });
  const client = clientOf(server);
  const upstreamOf = (dataset: string) => ({
    upstreams: [{ dataset, type: 'TRANSFORMED', auditStamp: { time: 0, actor: userUrn('ann') } }],
  });
  const columns = Array.from({ length: 150 }, (_, i) => ({
    fieldPath: `column_${i}`,
    nativeDataType: 'int',
    description: `Column ${i}`,
    type: { type: { 'com.linkedin.schema.NumberType': {} } },
  }));
  await client.post('urn:li:tag:PII', 'tagProperties', { name: 'PII' });
  await client.post('urn:li:glossaryTerm:t1', 'glossaryTermInfo', {
    name: 'PII',
    definition: 'x',
    termSource: 'INTERNAL',
  });
  await client.post(ORDERS, 'datasetProperties', { name: 'orders', description: 'All orders' });
  await client.post(ORDERS, 'globalTags', { tags: [{ tag: 'urn:li:tag:PII' }] });
  await client.post(ORDERS, 'schemaMetadata', {
    schemaName: 's',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: columns,
  });
  for (const [urn, upstream] of [
    [DAILY, ORDERS],
    [WEEKLY, DAILY],
    [YEARLY, WEEKLY],
    [BOARD, YEARLY],
  ] as const) {
    await client.post(urn, 'datasetProperties', { name: urn });
    await client.post(urn, 'upstreamLineage', upstreamOf(upstream));
  }
  await client.define('io.acme.retention', {
    type: 'number',
    allowedValues: [{ double: 30 }, { double: 60 }],
  });
  await client.assign(ORDERS, { 'io.acme.retention': [{ double: 30 }] });
  reader = await addActor(server, 'rita', { roles: ['Reader'], token: { readOnly: true } });
});
afterAll(() => server.stop());

describe('resolve', () => {
  it('finds names and urns, and lists ambiguous and missing ones', async () => {
    const answer = await ask(server, 'resolve', {
      names: ['pii', ORDERS, 'ordrs'],
      kinds: ['tag', 'term', 'dataset'],
    });
    expect(answer).toMatchObject({
      found: [{ urn: ORDERS, type: 'dataset' }],
      ambiguous: [{ candidates: expect.arrayContaining(['urn:li:tag:PII', 'urn:li:glossaryTerm:t1']) }],
      missing: [{ untrusted: { name: 'ordrs' } }],
    });
    const tags = await ask(server, 'resolve', { names: ['pii'], kinds: ['tag'] });
    expect(tags.found).toEqual([{ urn: 'urn:li:tag:PII', type: 'tag', untrusted: { name: 'pii' } }]);
    expect(await refused(server, 'resolve', { names: ['a'], kinds: ['tagg'] })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('get_entities', () => {
  it('shows the parts asked for, and what is missing', async () => {
    const missing = datasetUrn('shop.order');
    const { entities, missing: unknown } = await ask(server, 'get_entities', {
      urns: [ORDERS, missing],
      include: ['description', 'properties', 'labels', 'lineage', 'queries', 'sql', 'quality', 'access'],
    });
    expect(entities[0]).toMatchObject({
      urn: ORDERS,
      type: 'dataset',
      platform: 'urn:li:dataPlatform:hive',
      labels: { tags: ['urn:li:tag:PII'] },
      properties: [{ urn: RETENTION, untrusted: { values: [30] } }],
      lineage: { upstream: 0, downstream: 1 },
      queries: { total: 0, items: [] },
      quality: { open_incidents: { total: 0 }, assertions: { total: 0 } },
      untrusted: { name: 'orders', description: 'All orders' },
    });
    expect(entities[0].access.privileges).toContain('EDIT_ENTITY_TAGS');
    expect(unknown[0].urn).toBe(missing);
    expect(unknown[0].nearest).toContain(ORDERS);
  });

  it('shows columns by page, and finds them', async () => {
    const asked = { urns: [ORDERS], include: ['columns'], max_chars: 40_000 };
    const first = await ask(server, 'get_entities', asked);
    const { columns } = first.entities[0];
    expect(columns.total).toBe(150);
    expect(columns.items[0]).toEqual({
      type: 'NUMBER',
      untrusted: { path: 'column_0', native_type: 'int', description: 'Column 0' },
    });
    const rest = await ask(server, 'get_entities', { ...asked, cursor: first.cursor });
    expect([...columns.items, ...rest.entities[0].columns.items]).toHaveLength(150);
    const short = await ask(server, 'get_entities', { ...asked, max_chars: 4_000 });
    expect(short.cut[0]).toMatchObject({ what: 'entities[0].columns', total: 150 });
    expect(short.entities[0].columns.items.length).toBe(short.cut[0].shown);
    const found = await ask(server, 'get_entities', { ...asked, column_query: 'COLUMN_14' });
    expect(found.entities[0].columns.total).toBe(11);
  });

  it('reads as of a moment', async () => {
    const { cursor } = await ask(server, 'changes', { since: 'now' });
    await clientOf(server).post(ORDERS, 'datasetProperties', { name: 'orders', description: 'Some orders' });
    const past = await ask(server, 'get_entities', { urns: [ORDERS], as_of: cursor });
    expect(past.entities[0].untrusted.description).toBe('All orders');
    await clientOf(server).post(ORDERS, 'datasetProperties', { name: 'orders', description: 'All orders' });
    const error = await refused(server, 'get_entities', {
      urns: [ORDERS],
      as_of: cursor,
      include: ['access'],
    });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', argument: 'include' });
  });
});

describe('list_properties', () => {
  it('lists definitions with the number of assets and the right to write', async () => {
    const { properties, total } = await ask(server, 'list_properties', { applies_to: 'dataset' });
    expect(total).toBe(1);
    expect(properties).toEqual([
      {
        urn: RETENTION,
        value_type: 'number',
        cardinality: expect.any(String),
        entity_types: expect.arrayContaining(['dataset']),
        allowed_values: [30, 60],
        assets: 1,
        untrusted: { name: expect.any(String) },
      },
    ]);
    const mine = await ask(server, 'list_properties', { applies_to: ORDERS });
    expect(mine.properties[0].may_write).toBe(true);
    const theirs = await ask(reader, 'list_properties', { applies_to: ORDERS });
    expect(theirs.properties[0].may_write).toBe(false);
    expect((await ask(server, 'list_properties', { applies_to: 'tag' })).total).toBe(0);
  });

  it('shows unit and group, which people wrote', async () => {
    const path = `${aspectPath(RETENTION, 'structuredPropertyDisplay', 'v3')}?createIfNotExists=false`;
    await server.request('POST', path, { value: { unit: 'days', group: 'Storage' } });
    const { properties } = await ask(server, 'list_properties', {});
    expect(properties[0].untrusted).toMatchObject({ unit: 'days', group: 'Storage' });
  });

  it('shows word search, which set_definitions sets in the definition', async () => {
    const searched = async (searchConfiguration: object): Promise<unknown> => {
      const value = { ...definition('io.acme.worded', { entityTypes: ['container'] }), searchConfiguration };
      const definitions = [{ urn: propertyUrn('io.acme.worded'), propertyDefinition: value }];
      const { plan } = await ask(server, 'set_definitions', { definitions, reason: 'a test' });
      await ask(server, 'set_definitions', { plan });
      return (await ask(server, 'list_properties', { query: 'worded' })).properties[0].search;
    };
    expect(await searched({ queryByDefault: true, boostScore: 2.5 })).toEqual({
      full_text: true,
      weight: 2.5,
    });
    expect(await searched({ queryByDefault: false })).toEqual({ full_text: false });
  });
});

describe('the rules of a property', () => {
  const NAME = 'io.acme.ruled';
  const rules = {
    values: { min: { double: 1 }, max: { double: 365 }, format: 'INTEGER', level: 'REPORT' },
    appliesIf: {
      criteria: [
        {
          field: 'DOMAIN',
          condition: 'EQUALS',
          values: Array.from({ length: 60 }, (_, i) => `urn:li:domain:d${i}`),
        },
      ],
      level: 'REPORT',
    },
    required: {},
    deprecatedValues: [{ value: { double: 7 }, replacedBy: { double: 8 } }],
  };

  it('are listed with their levels, their texts apart, and long lists shortened', async () => {
    const client = clientOf(server);
    await client.define(NAME, { type: 'number', entityTypes: ['dataset'] });
    await client.post(propertyUrn(NAME), 'structuredPropertyRules', rules);
    const { cut, properties } = await ask(server, 'list_properties', { query: 'ruled' });
    const [{ rules: shown }] = properties;
    expect(shown).toMatchObject({
      values: { level: 'report', format: 'integer', min: 1, max: 365 },
      applies_if: { level: 'report', criteria: [{ field: 'domain', condition: 'equals' }] },
      required: { level: 'report' },
      deprecated_values: [{ value: 7, replaced_by: 8 }],
    });
    expect(cut).toEqual([
      {
        what: 'properties[0].rules.applies_if.criteria[0].values',
        shown: 50,
        total: 60,
        how: 'get_entities',
      },
    ]);
    await client.define('io.acme.patterned', { entityTypes: ['container'] });
    await client.post(propertyUrn('io.acme.patterned'), 'structuredPropertyRules', {
      values: { pattern: '[a-z]+', hint: 'lower case' },
    });
    const { properties: patterned } = await ask(server, 'list_properties', { query: 'patterned' });
    expect(patterned).toMatchObject([
      { rules: { values: { level: 'enforce' } }, untrusted: { pattern: '[a-z]+', hint: 'lower case' } },
    ]);
  });

  it('are found by the filter and the facet violations', async () => {
    const broken = datasetUrn('shop.broken');
    await clientOf(server).post(broken, 'datasetProperties', { name: 'broken' });
    await clientOf(server).assign(broken, { [NAME]: [{ double: 400 }] });
    const found = await ask(server, 'search', { filter: `violations = ${NAME}`, facets: ['violations'] });
    expect(found.results.map(({ urn }: { readonly urn: string }) => urn)).toContain(broken);
    expect(found.facets).toMatchObject([{ field: 'violations', values: [{ count: found.total }] }]);
    const none = await ask(server, 'search', { filter: 'violations IS NULL AND entity_type = dataset' });
    expect(none.results.map(({ urn }: { readonly urn: string }) => urn)).not.toContain(broken);
  });

  it('are set as in a plan, which counts what breaks them', async () => {
    const definitions = [
      {
        urn: propertyUrn(NAME),
        propertyDefinition: {
          qualifiedName: NAME,
          valueType: 'urn:li:dataType:datahub.number',
          entityTypes: ['urn:li:entityType:datahub.dataset'],
        },
        structuredPropertyRules: { values: { max: { double: 300 } } },
      },
    ];
    const planned = await ask(server, 'set_definitions', { definitions, reason: 'a test' });
    const [{ violations }] = planned.definitions;
    expect(violations).toEqual({
      assets: 1,
      by_rule: [{ rule: 'max', assets: 1, sample: [datasetUrn('shop.broken')] }],
    });
    await ask(server, 'set_definitions', { plan: planned.plan });
    const { properties } = await ask(server, 'list_properties', { query: 'ruled' });
    expect(properties[0].rules).toEqual({ values: { level: 'enforce', max: 300 } });
  });
});

describe('get_lineage', () => {
  it('counts the whole walk by type and by hop', async () => {
    const answer = await ask(server, 'get_lineage', { urn: ORDERS, hops: 2, limit: 1 });
    expect(answer).toMatchObject({ total: 2, by_type: { dataset: 2 }, by_hop: { 1: 1, 2: 1 } });
    expect(answer.cut).toEqual([{ what: 'results', shown: 1, total: 2, how: 'cursor' }]);
    expect(answer.results[0]).toMatchObject({ type: 'dataset', untrusted: {} });
    const all = await ask(server, 'get_lineage', { urn: ORDERS, hops: 10 });
    expect(all.by_hop).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    const up = await ask(server, 'get_lineage', {
      urn: YEARLY,
      direction: 'upstream',
      hops: 3,
      filter: 'tag = PII',
    });
    expect(up.results).toMatchObject([{ urn: ORDERS, hop: 3 }]);
  });

  it('shows paths to a target', async () => {
    const { paths } = await ask(server, 'get_lineage', { urn: ORDERS, hops: 3, target: YEARLY });
    expect(paths).toEqual([[ORDERS, DAILY, WEEKLY, YEARLY]]);
  });

  it('refuses an entity that does not exist', async () => {
    const error = await refused(server, 'get_lineage', { urn: datasetUrn('shop.yearl') });
    expect(error).toMatchObject({ code: 'NOT_FOUND', argument: 'urn' });
    expect(error.nearest).toContain(YEARLY);
  });

  it.each([
    ['target', datasetUrn('shop.yearl')],
    ['column', 'no_such_column'],
  ])('refuses a %s that does not exist, instead of finding nothing', async (argument, value) => {
    const error = await refused(server, 'get_lineage', { urn: ORDERS, [argument]: value });
    expect(error).toMatchObject({ code: 'NOT_FOUND', argument });
  });
});

describe('changes', () => {
  it('reads on from a cursor, with the values before and after', async () => {
    const now = await ask(server, 'changes', { since: 'now' });
    expect(now).toMatchObject({ events: [], at_end: true });
    await clientOf(server).assign(ORDERS, { 'io.acme.retention': [{ double: 60 }] });
    const { cursor, events } = await ask(server, 'changes', { since: now.cursor, urns: [ORDERS] });
    expect(events).toMatchObject([
      {
        urn: ORDERS,
        aspect: 'structuredProperties',
        kind: 'update',
        properties: [{ urn: RETENTION, untrusted: { before: [30], after: [60] } }],
      },
    ]);
    const waiting = ask(server, 'changes', { since: cursor, wait: 30, urns: [DAILY] });
    await clientOf(server).post(DAILY, 'datasetProperties', { name: 'daily' });
    expect((await waiting).events).toMatchObject([{ urn: DAILY, kind: 'update' }]);
    const compared = await ask(server, 'changes', { from: now.cursor, urns: [ORDERS] });
    expect(compared.events).toMatchObject([{ aspect: 'structuredProperties', kind: 'update' }]);
  });
});

describe('changes of a commit that is too long', () => {
  it('are cut, and reading continues after it', async () => {
    const first = await ask(server, 'changes', { since: 'oldest', max_chars: 4_000 });
    expect(first.cut[0]).toMatchObject({ what: 'events', shown: first.events.length });
    const second = await ask(server, 'changes', { since: first.cursor, max_chars: 4_000 });
    expect(second.events[0].sequence).toBeGreaterThan(first.events[0].sequence);
  });
});

describe('explain_access', () => {
  it('shows whether the caller may, and why not', async () => {
    const asked = { privilege: 'EDIT_ENTITY_TAGS', urn: ORDERS };
    expect(await ask(server, 'explain_access', asked)).toMatchObject({ allowed: true });
    const denied = await ask(reader, 'explain_access', asked);
    expect(denied).toMatchObject({ actor: userUrn('rita'), allowed: false, nearest: [] });
    expect(denied.untrusted.reason).toEqual(expect.any(String));
    expect(denied.holders).toBeUndefined();
    const asRoot = await ask(server, 'explain_access', { ...asked, actor: userUrn('rita') });
    expect(asRoot.holders.length).toBeGreaterThan(0);
    expect(await refused(server, 'explain_access', { privilege: 'EDIT_TAG' })).toMatchObject({
      code: 'INVALID_REQUEST',
      argument: 'privilege',
    });
  });

  it('says how many of the policies that grant it are shown', async () => {
    for (let i = 0; i < 25; i++) {
      const actors = { users: [userUrn(`tagger${i}`)] };
      await writePolicy(server, `taggers${i}`, { privileges: ['EDIT_ENTITY_TAGS'], actors });
    }
    const asked = { privilege: 'EDIT_ENTITY_TAGS', urn: ORDERS, actor: userUrn('rita') };
    const { cut, holders } = await ask(server, 'explain_access', asked);
    expect(holders).toHaveLength(20);
    expect(cut).toContainEqual({
      what: 'holders',
      shown: 20,
      total: expect.any(Number),
      how: expect.any(String),
    });
    expect(cut[0].total).toBeGreaterThanOrEqual(25);
  });
});

describe('get_entities', () => {
  it('shows the edited description and the platform of any type', async () => {
    const client = clientOf(server);
    const chart = 'urn:li:chart:(looker,sales)';
    await client.post(chart, 'chartInfo', {
      title: 'Sales',
      description: 'From the source',
      lastModified: {},
    });
    await client.post(userUrn('rita'), 'corpUserEditableInfo', { aboutMe: 'Steward of sales' });
    const { entities } = await ask(server, 'get_entities', { urns: [chart, userUrn('rita')] });
    expect(entities).toMatchObject([
      { platform: 'urn:li:dataPlatform:looker', untrusted: { description: 'From the source' } },
      { untrusted: { description: 'Steward of sales' } },
    ]);
    await client.post(chart, 'editableChartProperties', { description: 'Edited' });
    const edited = await ask(server, 'get_entities', { urns: [chart] });
    expect(edited.entities[0].untrusted.description).toBe('Edited');
  });
});

describe('an asset with long texts everywhere', () => {
  it('is shown within any budget, with shorter texts and pages of columns', async () => {
    const text = 'long "text" '.repeat(1_000);
    const urn = datasetUrn('long.texts');
    const client = clientOf(server);
    await client.dataset('long.texts', { name: text, description: text });
    await client.post(urn, 'schemaMetadata', {
      schemaName: 's',
      platform: 'urn:li:dataPlatform:hive',
      version: 0,
      hash: '',
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
      fields: Array.from({ length: 20 }, (_, i) => ({
        fieldPath: `c${i}`,
        nativeDataType: 'string',
        description: text,
        type: { type: { 'com.linkedin.schema.StringType': {} } },
      })),
    });
    for (const max_chars of [4_000, 20_000, 40_000]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const args = { urns: [urn], include: ['description', 'columns'], max_chars, cursor };
        const answer = await ask(server, 'get_entities', args);
        expect(answer.entities).toHaveLength(1);
        const { items } = answer.entities[0].columns as {
          readonly items: readonly { readonly untrusted: { readonly path: string } }[];
        };
        seen.push(...items.map(({ untrusted }) => untrusted.path));
        cursor = answer.cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `c${i}`));
    }
  });
});
