import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, definition, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const DATABASE = 'urn:li:container:effective-db';
const SCHEMA = 'urn:li:container:effective-schema';
const ALLOWED = ['secret', 'internal', 'open'].map((string) => ({ string }));

/** Defines a property that is inherited from containers. */
async function inheriting(name: string, resolve: string): Promise<void> {
  await client.define(name, { entityTypes: ['dataset', 'container', 'schemaField'], allowedValues: ALLOWED });
  const rules = { inherit: { from: ['container'], resolve } };
  const { status, text } = await client.post(propertyUrn(name), 'structuredPropertyRules', rules);
  expect(status, text).toBe(200);
}

async function put(urn: string, aspect: string, value: object): Promise<void> {
  const { status, text } = await client.post(urn, aspect, value);
  expect(status, text).toBe(200);
}

const table = (name: string): string => datasetUrn(`effective.${name}`);

beforeAll(async () => {
  await inheriting('near', 'NEAREST');
  await inheriting('strict', 'STRICTEST');
  for (const [urn, parent] of [[DATABASE], [SCHEMA, DATABASE]] as const) {
    await put(urn, 'containerProperties', { name: urn });
    if (parent !== undefined) await put(urn, 'container', { container: parent });
  }
  for (const [name, container] of [['a', SCHEMA], ['b', SCHEMA], ['c', DATABASE], ['d']] as const) {
    await client.dataset(`effective.${name}`);
    if (container !== undefined) await put(table(name), 'container', { container });
  }
  await client.assign(DATABASE, { near: [{ string: 'internal' }], strict: [{ string: 'internal' }] });
  await client.assign(table('b'), { near: [{ string: 'open' }], strict: [{ string: 'open' }] });
});

describe('effectiveProperties', () => {
  it('finds and counts assets by own and inherited values', async () => {
    const field = 'effectiveProperties.near';
    expect(await client.find(field, 'EQUAL', ['internal'])).toEqual([table('a'), table('c')]);
    expect(await client.find(field, 'EQUAL', ['open'])).toEqual([table('b')]);
    expect(await client.find(field, 'START_WITH', ['int'])).toEqual([table('a'), table('c')]);
    expect(await client.find(field, 'EXISTS')).toEqual([table('a'), table('b'), table('c')]);
    expect(await client.facet(field)).toEqual({ internal: 2, open: 1 });
    expect(await client.find('structuredProperties.near')).toEqual([table('b')]);
    expect(await client.find(field, 'EQUAL', ['internal'], ['CONTAINER'])).toEqual([DATABASE, SCHEMA]);
  });

  it('follows each write to a container', async () => {
    const field = 'effectiveProperties.near';
    await client.assign(SCHEMA, { near: [{ string: 'secret' }] });
    expect(await client.facet(field)).toEqual({ internal: 1, open: 1, secret: 1 });
    await put(SCHEMA, 'status', { removed: true });
    expect(await client.find(field, 'EQUAL', ['internal'])).toEqual([table('a'), table('c')]);
    await put(SCHEMA, 'status', { removed: false });
    expect(await client.find(field, 'EQUAL', ['secret'])).toEqual([table('a')]);
    await put(table('a'), 'container', { container: DATABASE });
    expect(await client.find(field, 'EQUAL', ['internal'])).toEqual([table('a'), table('c')]);
    await put(table('a'), 'container', { container: SCHEMA });
    await client.assign(SCHEMA, {});
  });

  it('compares the strictest value by equality only', async () => {
    const field = 'effectiveProperties.strict';
    expect(await client.find(field, 'EQUAL', ['internal'])).toEqual([table('a'), table('b'), table('c')]);
    expect(await client.find(field, 'EQUAL', ['open'])).toEqual([]);
    expect(await client.facet(field)).toEqual({ internal: 3 });
    await expect(client.find(field, 'CONTAIN', ['int'])).rejects.toThrow(
      "The filter 'effectiveProperties.strict' must be EQUAL, IN, EXISTS or IS_NULL",
    );
  });

  it('is a field of the query language, and of searches over OpenAPI', async () => {
    const query = encodeURIComponent('/q effectiveProperties.near:internal AND effective');
    const { json, status, text } = await server.request('GET', `/openapi/v3/entity/dataset?query=${query}`);
    expect(status, text).toBe(200);
    expect(json.entities.map(({ urn }: { urn: string }) => urn).sort()).toEqual([table('a'), table('c')]);
  });

  it('cannot be sorted by', async () => {
    const { errors } = await server.graphql(
      `{ searchAcrossEntities(input: { types: [DATASET], query: "*", sortInput: { sortCriteria: [{ field: "effectiveProperties.near", sortOrder: ASCENDING }] } }) { total } }`,
    );
    expect(errors).toMatchObject([
      { message: expect.stringContaining("Hits cannot be sorted by 'effectiveProperties.near'") },
    ]);
  });

  it('warns that columns are searched by their own values', async () => {
    const { extensions } = await server.graphql(
      `{ searchAcrossEntities(input: { types: [SCHEMA_FIELD], query: "*", orFilters: [{ and: [{ field: "effectiveProperties.near", condition: EXISTS }] }] }) { total } }`,
    );
    expect(JSON.stringify(extensions)).toContain('Columns inherit values of near');
  });

  it('meets a requirement, unlike no value at all', async () => {
    await put(propertyUrn('near'), 'structuredPropertyRules', {
      inherit: { from: ['container'] },
      required: {},
    });
    const missing = await client.find('violations', 'EQUAL', ['near']);
    expect(missing).toContain(table('d'));
    expect(missing).not.toContain(table('a'));
  });
});

describe('a plan', () => {
  async function planned(rules: object): Promise<unknown> {
    const { json, status, text } = await server.request('POST', '/api/colophon/v1/plans', {
      definitions: [
        {
          urn: propertyUrn('near'),
          propertyDefinition: definition('near', {
            entityTypes: ['dataset', 'container', 'schemaField'],
            allowedValues: ALLOWED,
          }),
          structuredPropertyRules: rules,
        },
      ],
    });
    expect(status, text).toBe(200);
    return json.definitions[0].inherited;
  }

  it('counts what would inherit a value, and which', async () => {
    expect(await planned({})).toBeUndefined();
    expect(await planned({ inherit: { from: ['container'] } })).toEqual({
      sources: 1,
      entities: 3,
      byValue: { internal: 3 },
      sampleUrns: [SCHEMA, table('a'), table('c')],
    });
    const { data } = await server.graphql(
      `query($input: PlanStructuredPropertiesInput!) { planStructuredProperties(input: $input) {
        definitions { inherited { sources entities byValue { value count } } } } }`,
      {
        input: {
          definitions: [
            {
              urn: propertyUrn('near'),
              valueType: 'urn:li:dataType:datahub.string',
              entityTypes: ['dataset', 'container', 'schemaField'].map(
                (type) => `urn:li:entityType:datahub.${type}`,
              ),
              allowedValues: ALLOWED.map(({ string }) => ({ stringValue: string })),
            },
          ],
        },
      },
    );
    expect(data.planStructuredProperties.definitions[0].inherited).toEqual({
      sources: 1,
      entities: 3,
      byValue: [{ value: 'internal', count: 3 }],
    });
  });
});

describe('inheritance over many levels', () => {
  const LEVELS = 101;
  const container = (level: number): string => `urn:li:container:deep-${level}`;
  const [ABOVE_LIMIT, BELOW_LIMIT] = ['deep.100', 'deep.101'].map(table);

  async function write(type: string, entities: readonly object[]): Promise<void> {
    const { status, text } = await server.request('POST', `/openapi/v3/entity/${type}?async=false`, entities);
    expect(status, text).toBe(200);
  }

  /** The value in effect by reading the asset. */
  async function read(urn: string, name: string): Promise<unknown> {
    const path = `/api/colophon/v1/entities/${encodeURIComponent(urn)}/effective-properties`;
    const { json } = await server.request('GET', path);
    const properties: { propertyUrn: string; values: unknown }[] = json.properties;
    return properties.find(({ propertyUrn: of }) => of === propertyUrn(name))?.values;
  }

  beforeAll(async () => {
    await inheriting('deep', 'NEAREST');
    await inheriting('deepest', 'STRICTEST');
    const levels = Array.from({ length: LEVELS }, (_, level) => ({
      urn: container(level),
      ...(level > 0 && { container: { value: { container: container(level - 1) } } }),
    }));
    await write('container', levels);
    await client.assign(container(0), { deep: [{ string: 'secret' }], deepest: [{ string: 'secret' }] });
    await client.assign(container(50), { deepest: [{ string: 'open' }] });
    const tables = [[ABOVE_LIMIT, 100] as const, [BELOW_LIMIT, 101] as const];
    await write(
      'dataset',
      tables.map(([urn, level]) => ({ urn, container: { value: { container: container(level) } } })),
    );
  });

  it('reaches 100 levels below the source, in reads and in searches', async () => {
    for (const name of ['deep', 'deepest']) {
      const field = `effectiveProperties.${name}`;
      for (const urn of [String(ABOVE_LIMIT), container(100)])
        expect(await read(urn, name), `${name} of ${urn}`).toEqual([{ string: 'secret' }]);
      expect(await client.find(field, 'EQUAL', ['secret'])).toEqual([ABOVE_LIMIT]);
      const containers = await client.find(field, 'EQUAL', ['secret'], ['CONTAINER']);
      expect([containers.length, containers.includes(container(100))]).toEqual([LEVELS, true]);
    }
  });

  it('ends there in reads, and is refused in searches', async () => {
    await write('container', [{ urn: container(101), container: { value: { container: container(100) } } }]);
    expect(await read(String(BELOW_LIMIT), 'deep')).toBeUndefined();
    expect(await read(container(101), 'deep')).toBeUndefined();
    expect(await read(container(101), 'deepest')).toEqual([{ string: 'open' }]);
    for (const name of ['deep', 'deepest']) {
      const refusal = `Values of '${name}' are inherited by way of more than 100 levels below a container.`;
      await expect(client.find(`effectiveProperties.${name}`)).rejects.toThrow(refusal);
    }
  });
});
