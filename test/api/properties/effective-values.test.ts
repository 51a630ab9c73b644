import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn, type Value } from '../../support/catalog-client.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type Answer, type TestServer } from '../../support/start-server.ts';
import { ask } from '../agents/agent-client.ts';
import { addActor, hideEverything, matching, userUrn, writePolicy } from '../../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const EVERYWHERE = ['dataset', 'schemaField', 'container', 'domain', 'glossaryTerm'];

async function write(urn: string, aspect: string, value: unknown): Promise<void> {
  const { status, text } = await client.post(urn, aspect, value);
  expect(status, text).toBe(200);
}

/** Defines a property of texts that is inherited. */
async function inheriting(
  name: string,
  { from = ['container'], resolve = 'NEAREST', rules = {}, ...definition }: Record<string, unknown> = {},
): Promise<void> {
  await client.define(name, { entityTypes: EVERYWHERE, ...definition });
  await write(propertyUrn(name), 'structuredPropertyRules', {
    ...(rules as object),
    inherit: { from, resolve },
  });
}

function containerUrn(name: string): string {
  return `urn:li:container:${name}`;
}

/** A table in a schema in a database, all named after `name`. */
async function tables(name: string): Promise<{ db: string; schema: string; table: string; column: string }> {
  const [db, schema, table] = [containerUrn(`${name}-db`), containerUrn(`${name}-schema`), datasetUrn(name)];
  await write(db, 'containerProperties', { name: `${name}_db` });
  await write(schema, 'containerProperties', { name: `${name}_schema` });
  await write(schema, 'container', { container: db });
  await client.dataset(name);
  await write(table, 'container', { container: schema });
  return { db, schema, table, column: `urn:li:schemaField:(${table},id)` };
}

async function assign(urn: string, values: Record<string, readonly Value[]>): Promise<void> {
  const { status, text } = await client.assign(urn, values);
  expect(status, text).toBe(200);
}

function read(urn: string, as = server, query = ''): Promise<Answer> {
  return as.request(
    'GET',
    `/api/colophon/v1/entities/${encodeURIComponent(urn)}/effective-properties${query}`,
  );
}

/** The values of one property, and where they come from. */
async function effective(urn: string, name: string, as = server): Promise<unknown> {
  const { json, status, text } = await read(urn, as);
  expect(status, text).toBe(200);
  expect(json.urn).toBe(urn);
  const found = json.properties.find((one: { propertyUrn: string }) => one.propertyUrn === propertyUrn(name));
  if (found === undefined) return undefined;
  expect([found.inherited, found.source]).toEqual([found.sources.length > 0, found.sources[0] ?? null]);
  return [
    ...found.values.map((value: Value) => ('string' in value ? value.string : value.double)),
    ...found.sources,
  ];
}

const text = (string: string): readonly Value[] => [{ string }];

describe('NEAREST', () => {
  it('takes the own value, else that of the nearest container, and columns that of their table first', async () => {
    await inheriting('near');
    await client.define('plain', { type: 'number' });
    const { column, db, schema, table } = await tables('near');
    await assign(db, { near: text('from db') });
    await assign(table, { plain: [{ double: 30 }] });
    for (const urn of [table, schema, column]) expect(await effective(urn, 'near')).toEqual(['from db', db]);
    await assign(schema, { near: text('from schema') });
    expect(await effective(table, 'near')).toEqual(['from schema', schema]);
    await write(schema, 'status', { removed: true });
    expect(await effective(table, 'near')).toEqual(['from db', db]);
    await write(schema, 'status', { removed: false });
    await assign(table, { near: text('own'), plain: [{ double: 30 }] });
    expect(await effective(table, 'near')).toEqual(['own']);
    expect(await effective(column, 'near')).toEqual(['own', table]);
    await write(table, 'status', { removed: true });
    expect(await effective(column, 'near')).toEqual(['from schema', schema]);
    expect((await read(table)).json.properties).toEqual([
      { propertyUrn: propertyUrn('near'), values: text('own'), inherited: false, source: null, sources: [] },
      {
        propertyUrn: propertyUrn('plain'),
        values: [{ double: 30 }],
        inherited: false,
        source: null,
        sources: [],
      },
    ]);
    expect(await client.values(column)).toEqual({});
  });

  it('goes by the order of types, and takes the values of several domains together', async () => {
    await inheriting('kinds', { from: ['domain', 'container', 'glossaryTerm'], cardinality: 'MULTIPLE' });
    const { db, table } = await tables('kinds');
    const [finance, sales, group, term] = ['finance', 'sales', 'group']
      .map((id) => `urn:li:domain:${id}`)
      .concat('urn:li:glossaryTerm:pii') as [string, string, string, string];
    for (const domain of [finance, sales, group]) await write(domain, 'domainProperties', { name: domain });
    await write(finance, 'domainProperties', { name: 'finance', parentDomain: group });
    await write(term, 'glossaryTermInfo', { name: 'pii', definition: '', termSource: 'INTERNAL' });
    await write(table, 'glossaryTerms', {
      terms: [{ urn: term }],
      auditStamp: { time: 0, actor: userUrn('a') },
    });
    await assign(term, { kinds: text('term') });
    expect(await effective(table, 'kinds')).toEqual(['term', term]);
    await assign(db, { kinds: text('db') });
    expect(await effective(table, 'kinds')).toEqual(['db', db]);
    await write(table, 'domains', { domains: [sales, finance] });
    await assign(group, { kinds: text('group') });
    expect(await effective(table, 'kinds')).toEqual(['group', group]);
    expect(await effective(finance, 'kinds')).toEqual(['group', group]);
    await assign(sales, { kinds: [{ string: 'group' }, { string: 'sales' }] });
    expect(await effective(table, 'kinds')).toEqual(['group', 'sales', sales, group]);
  });

  it('reaches only entities that may have the property, and ends in a circle of containers', async () => {
    await inheriting('narrow', { entityTypes: ['container', 'dataset'] });
    const { column, db, schema, table } = await tables('narrow');
    await assign(db, { narrow: text('v') });
    expect(await effective(column, 'narrow')).toBeUndefined();
    expect(await effective(table, 'narrow')).toEqual(['v', db]);
    await write(db, 'container', { container: schema });
    expect(await effective(table, 'narrow')).toEqual(['v', db]);
    await assign(db, { narrow: [] });
    expect(await effective(table, 'narrow')).toBeUndefined();
    expect(await effective(db, 'narrow')).toBeUndefined();
  });
});

it('STRICTEST takes the first allowed value of the entity and all above it', async () => {
  await inheriting('strict', {
    resolve: 'STRICTEST',
    allowedValues: [{ string: 'secret' }, { string: 'internal' }, { string: 'public' }],
  });
  const { db, schema, table } = await tables('strict');
  await assign(db, { strict: text('internal') });
  await assign(table, { strict: text('public') });
  expect(await effective(table, 'strict')).toEqual(['internal', db]);
  await assign(schema, { strict: text('secret') });
  expect(await effective(table, 'strict')).toEqual(['secret', schema]);
  await assign(table, { strict: text('secret') });
  expect(await effective(table, 'strict')).toEqual(['secret']);
});

describe('answers', () => {
  it('shows what was in effect at a moment', async () => {
    await inheriting('past');
    const { db, schema, table } = await tables('past');
    await assign(db, { past: text('before') });
    const { json } = await server.request('GET', '/api/colophon/v1/changes?since=now');
    await write(table, 'container', { container: containerUrn('elsewhere') });
    await assign(db, { past: text('after') });
    expect(await effective(table, 'past')).toBeUndefined();
    expect(await effective(schema, 'past')).toEqual(['after', db]);
    const past = await read(table, server, `?asOf=${encodeURIComponent(json.cursor)}`);
    expect([past.status, past.json.asOf]).toEqual([200, json.cursor]);
    expect(past.json.properties).toMatchObject([{ values: text('before'), source: db }]);
    const never = await read(table, server, '?asOf=oldest');
    expect([never.status, never.json.message]).toEqual([
      404,
      `At oldest there was no entity ${table}, or you may not see it.`,
    ]);
  });

  it('refuses urns as the neighbouring route does', async () => {
    for (const [urn, status] of [
      [datasetUrn('missing'), 404],
      ['urn:li:unknownType:a', 404],
      ['nonsense', 400],
    ] as const) {
      const answer = await read(urn);
      const path = `/api/colophon/v1/entities/${encodeURIComponent(urn)}?asOf=now`;
      const neighbour = await server.request('GET', path);
      expect([urn, answer.status, neighbour.status]).toEqual([urn, status, status]);
      expect(answer.text).toContain(urn);
    }
    expect((await read(`urn:li:schemaField:(${datasetUrn('missing')},id)`)).status).toBe(404);
  });

  it('shows it in GraphQL for many entities, next to stored values', async () => {
    await inheriting('shown', { type: 'urn', from: ['container'] });
    const { db, schema, table } = await tables('shown');
    await assign(db, { shown: text(userUrn('admin')) });
    const { data, errors } = await server.graphql(
      `query f($urns: [String!]!) { entities(urns: $urns) { urn ... on HasStructuredProperties {
        structuredProperties { properties { structuredProperty { urn } } }
        effectiveProperties { properties { structuredProperty { urn } values { ... on StringValue { stringValue } }
          valueEntities { urn } isInherited source { urn type } sources { urn } } } } } }`,
      { urns: [db, schema, table] },
    );
    expect(errors).toBeUndefined();
    const value = {
      structuredProperty: { urn: propertyUrn('shown') },
      values: [{ stringValue: userUrn('admin') }],
      valueEntities: [{ urn: userUrn('admin') }],
    };
    const inherited = {
      ...value,
      isInherited: true,
      source: { urn: db, type: 'CONTAINER' },
      sources: [{ urn: db }],
    };
    expect(data.entities).toEqual([
      {
        urn: db,
        structuredProperties: { properties: [{ structuredProperty: value.structuredProperty }] },
        effectiveProperties: { properties: [{ ...value, isInherited: false, source: null, sources: [] }] },
      },
      { urn: schema, structuredProperties: null, effectiveProperties: { properties: [inherited] } },
      { urn: table, structuredProperties: null, effectiveProperties: { properties: [inherited] } },
    ]);
  });
});

it('shows it on the command line and to agents', async () => {
  await inheriting('listed', { cardinality: 'MULTIPLE' });
  const { db, table } = await tables('listed');
  await assign(db, { listed: [{ string: 'a' }, { string: 'b' }] });
  using computer = new Computer(server);
  const { code, stdout } = await computer.run(['properties', 'effective', '--urn', table]);
  expect([code, stdout.split('\n').map((line) => line.split(/  +/))]).toEqual([
    0,
    [['PROPERTY', 'VALUES', 'INHERITED FROM'], [propertyUrn('listed'), 'a, b', db], ['']],
  ]);
  const json = await computer.run(['properties', 'effective', '--urn', table, '--format', 'json']);
  expect(JSON.parse(json.stdout)).toEqual((await read(table)).json);
  const past = await computer.run(['properties', 'effective', '--urn', table, '--as-of', 'oldest']);
  expect([past.code, past.stderr]).toEqual([1, expect.stringContaining('At oldest there was no entity')]);
  const none = await computer.run(['properties', 'effective', '--urn', userUrn('datahub')]);
  expect([none.code, none.stderr]).toEqual([0, `${userUrn('datahub')} has no values.\n`]);
  const { entities } = await ask(server, 'get_entities', { urns: [table, db] });
  expect(entities.map(({ properties }: { properties: unknown }) => properties)).toEqual([
    [{ urn: propertyUrn('listed'), inherited_from: [db], untrusted: { values: ['a', 'b'] } }],
    [{ urn: propertyUrn('listed'), untrusted: { values: ['a', 'b'] } }],
  ]);
});

describe('a caller who does not see', () => {
  const see = (id: string, actor: string, resources: unknown, privileges = ['VIEW_ENTITY_PAGE']) =>
    writePolicy(server, id, {
      privileges,
      resources,
      actors: { users: [userUrn(actor)], resourceOwners: false, allUsers: false, allGroups: false },
    });

  it('the deciding entity gets no value, not the next one up', async () => {
    await inheriting('guarded');
    const { column, db, schema, table } = await tables('guarded');
    await hideEverything(server);
    const eve = await addActor(server, 'eve');
    await see('eve', 'eve', { filter: matching('URN', [db, table, column]) });
    await assign(db, { guarded: text('db') });
    expect(await effective(table, 'guarded', eve)).toEqual(['db', db]);
    await assign(schema, { guarded: text('schema') });
    expect(await effective(table, 'guarded')).toEqual(['schema', schema]);
    for (const urn of [table, column]) expect(await effective(urn, 'guarded', eve)).toBeUndefined();
    expect((await read(table, eve)).text).not.toContain('schema"');
    expect((await read(schema, eve)).status).toBe(404);
    await assign(table, { guarded: text('own') });
    expect(await effective(table, 'guarded', eve)).toEqual(['own']);
    expect(await effective(column, 'guarded', eve)).toEqual(['own', table]);
  });

  it('the property there, or on the asset, gets no value', async () => {
    await inheriting('partial');
    const { db, table } = await tables('partial');
    const max = await addActor(server, 'max');
    await see('max', 'max', { filter: matching('URN', [db, table]) });
    await assign(db, { partial: text('v') });
    expect(await effective(table, 'partial', max)).toEqual(['v', db]);
    for (const urn of [db, table]) {
      const only = { ...(matching('URN', [urn]) as object) };
      await see('max', 'max', {
        filter: matching('URN', [db, table]),
        privilegeConstraints: matching('URN', [propertyUrn('other')]),
      });
      await see('max-more', 'max', {
        filter: only,
        privilegeConstraints: matching('URN', [propertyUrn('partial')]),
      });
      expect([urn, await effective(table, 'partial', max)]).toEqual([urn, undefined]);
    }
  });
});

it('keeps stored values as they are: a write to a container is one event, and changes no other document', async () => {
  await inheriting('single');
  const { db, table } = await tables('single');
  const before = await server.request('GET', '/api/colophon/v1/changes?since=now');
  await assign(db, { single: text('v') });
  const { json } = await server.request(
    'GET',
    `/api/colophon/v1/changes?since=${encodeURIComponent(before.json.cursor)}`,
  );
  expect(json.events.map(({ entityUrn }: { entityUrn: string }) => entityUrn)).toEqual([db]);
  expect(await client.values(table)).toEqual({});
  expect(await client.find('structuredProperties.single')).toEqual([]);
  expect(await client.find('structuredProperties.single', 'EXISTS', undefined, ['CONTAINER'])).toEqual([db]);
});

describe('required', () => {
  it('is met by an inherited value', async () => {
    await inheriting('needed', {
      rules: { required: { level: 'ENFORCE' } },
      entityTypes: ['container', 'dataset'],
    });
    await client.define('extra');
    const { db, table } = await tables('needed');
    const refused = await client.assign(table, { extra: text('a') });
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining(`is required on ${table}`),
    ]);
    await assign(db, { needed: text('v') });
    await assign(table, { extra: text('a') });
    await write(db, 'status', { removed: true });
    expect((await client.assign(table, { extra: text('b') })).status).toBe(400);
    await write(propertyUrn('needed'), 'structuredPropertyRules', {});
  });
});

it('breaks rules where it is in effect', async () => {
  const rules = {
    values: { pattern: '[a-z]+', level: 'REPORT' },
    deprecatedValues: [{ value: { string: 'old' } }],
    appliesIf: {
      criteria: [{ field: 'URN', values: [datasetUrn('broken'), containerUrn('broken-db')] }],
      level: 'REPORT',
    },
  };
  await inheriting('broken', { rules, entityTypes: ['container', 'dataset'] });
  const { db, schema, table } = await tables('broken');
  const broken = async (types: string[]) => client.find('violations', 'EQUAL', ['broken'], types);
  await assign(db, { broken: text('BAD') });
  expect(await broken(['DATASET'])).toEqual([table]);
  expect(await broken(['CONTAINER', 'DATASET'])).toEqual([db, schema, table].sort());
  await assign(table, { broken: text('good') });
  expect(await broken(['CONTAINER', 'DATASET'])).toEqual([db, schema].sort());
  await assign(db, { broken: text('fine') });
  // The schema inherits a value that does not apply to it.
  expect(await broken(['CONTAINER', 'DATASET'])).toEqual([schema]);
  await assign(schema, { broken: text('old') });
  await assign(table, {});
  expect(await broken(['CONTAINER', 'DATASET'])).toEqual([schema, table].sort());
});

it('is the same after a restart', async () => {
  const first = await startServer({ onDisk: true });
  const { define, post } = clientOf(first);
  await define('kept', { entityTypes: ['container', 'dataset'] });
  await post(propertyUrn('kept'), 'structuredPropertyRules', { inherit: { from: ['container'] } });
  await post(containerUrn('kept'), 'containerProperties', { name: 'kept' });
  await clientOf(first).assign(containerUrn('kept'), { kept: text('v') });
  await post(datasetUrn('kept'), 'container', { container: containerUrn('kept') });
  const before = await read(datasetUrn('kept'), first);
  expect(before.json.properties).toMatchObject([{ source: containerUrn('kept') }]);
  await first.stop({ keepFolder: true });
  const second = await startServer({ folder: first.folder });
  expect((await read(datasetUrn('kept'), second)).json).toEqual(before.json);
  await second.stop();
});
