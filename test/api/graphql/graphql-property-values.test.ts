import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, datasetUrn, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const START = 1_800_000_000_000;

let server: TestServer;
let client: ReturnType<typeof clientOf>;
let now = START;
beforeAll(async () => {
  server = await startServer({ environment: { now: () => now } });
  client = clientOf(server);
});
afterAll(() => server.stop());

const ENTRIES = `properties {
  structuredProperty { urn type definition { displayName } }
  values { __typename ... on StringValue { stringValue } ... on NumberValue { numberValue } }
  valueEntities { urn type } associatedUrn attribution { time }
}`;
const upsert = (assetUrn: string, values: Record<string, readonly object[]>) =>
  server.graphql(
    `mutation u($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { ${ENTRIES} } }`,
    {
      input: {
        assetUrn,
        structuredPropertyInputParams: Object.entries(values).map(([name, of]) => ({
          structuredPropertyUrn: propertyUrn(name),
          values: of,
        })),
      },
    },
  );
const removeValues = (assetUrn: string, names: readonly string[]) =>
  server.graphql(
    `mutation r($input: RemoveStructuredPropertiesInput!) { removeStructuredProperties(input: $input) { ${ENTRIES} } }`,
    { input: { assetUrn, structuredPropertyUrns: names.map(propertyUrn) } },
  );

/** Names of the properties in an answer, in order. */
function names(result: { properties: { structuredProperty: { urn: string } }[] }): string[] {
  return result.properties.map(({ structuredProperty }) =>
    structuredProperty.urn.slice(propertyUrn('').length),
  );
}

describe('upsertStructuredProperties', () => {
  const urn = datasetUrn('upsert.orders');
  beforeAll(async () => {
    await client.dataset('upsert.orders');
    await client.define('upsert.days', { type: 'number', cardinality: 'MULTIPLE' });
    await client.define('upsert.team', { cardinality: 'MULTIPLE', entityTypes: ['dataset', 'schemaField'] });
    await client.define('upsert.owner', { type: 'urn', cardinality: 'MULTIPLE' });
  });

  it('sets all values, in double precision, and returns them', async () => {
    const { data, errors } = await upsert(urn, {
      'upsert.days': [{ numberValue: 410258.29 }, { numberValue: 30 }],
      'upsert.owner': [{ stringValue: 'urn:li:corpuser:datahub' }, { stringValue: 'urn:li:nothing:x' }],
    });
    expect(errors).toBeUndefined();
    expect(data.upsertStructuredProperties.properties).toEqual([
      {
        structuredProperty: {
          urn: propertyUrn('upsert.days'),
          type: 'STRUCTURED_PROPERTY',
          definition: { displayName: null },
        },
        values: [
          { __typename: 'NumberValue', numberValue: 410258.29 },
          { __typename: 'NumberValue', numberValue: 30 },
        ],
        valueEntities: [],
        associatedUrn: urn,
        attribution: null,
      },
      {
        structuredProperty: {
          urn: propertyUrn('upsert.owner'),
          type: 'STRUCTURED_PROPERTY',
          definition: { displayName: null },
        },
        values: [
          { __typename: 'StringValue', stringValue: 'urn:li:corpuser:datahub' },
          { __typename: 'StringValue', stringValue: 'urn:li:nothing:x' },
        ],
        valueEntities: [{ urn: 'urn:li:corpuser:datahub', type: 'CORP_USER' }],
        associatedUrn: urn,
        attribution: null,
      },
    ]);
    const replaced = await upsert(urn, { 'upsert.team': [{ stringValue: 'a' }] });
    expect(names(replaced.data.upsertStructuredProperties)).toEqual(['upsert.team']);
    const emptied = await upsert(urn, {});
    expect(emptied.data.upsertStructuredProperties).toEqual({ properties: [] });
  });

  it('stamps only new and changed values', async () => {
    const urn = datasetUrn('upsert.stamps');
    await client.dataset('upsert.stamps');
    const stamps = async (): Promise<unknown> => {
      const { json } = await server.request(
        'GET',
        `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/structuredProperties`,
      );
      return json.value.properties.map(
        ({ created, lastModified }: { created: { time: number }; lastModified: { time: number } }) => [
          created.time,
          lastModified.time,
        ],
      );
    };
    now = START + 10_000;
    await upsert(urn, { 'upsert.team': [{ stringValue: 'a' }], 'upsert.days': [{ numberValue: 1 }] });
    now = START + 20_000;
    await upsert(urn, { 'upsert.team': [{ stringValue: 'a' }], 'upsert.days': [{ numberValue: 2 }] });
    expect(await stamps()).toEqual([
      [START + 10_000, START + 10_000],
      [START + 10_000, START + 20_000],
    ]);
  });

  it('keeps the hidden values of a soft-deleted property', async () => {
    const urn = datasetUrn('upsert.kept');
    await client.dataset('upsert.kept');
    await client.define('upsert.hidden');
    await upsert(urn, { 'upsert.hidden': [{ stringValue: 'kept' }], 'upsert.team': [{ stringValue: 'a' }] });
    await client.post(propertyUrn('upsert.hidden'), 'status', { removed: true });
    const { data } = await upsert(urn, { 'upsert.team': [{ stringValue: 'b' }] });
    expect(names(data.upsertStructuredProperties)).toEqual(['upsert.team']);
    await client.post(propertyUrn('upsert.hidden'), 'status', { removed: false });
    expect(await client.values(urn)).toMatchObject({
      'upsert.hidden': [{ string: 'kept' }],
      'upsert.team': [{ string: 'b' }],
    });
  });

  it('needs the asset to exist, unless it is a column', async () => {
    const missing = await upsert(datasetUrn('upsert.nowhere'), { 'upsert.team': [{ stringValue: 'a' }] });
    expect(missing).toMatchObject({
      data: null,
      errors: [
        {
          message: expect.stringContaining(
            `Asset with provided urn ${datasetUrn('upsert.nowhere')} does not exist`,
          ) as string,
          extensions: { code: 404, type: 'NOT_FOUND' },
        },
      ],
    });
    const column = `urn:li:schemaField:(${urn},amount)`;
    const { data } = await upsert(column, { 'upsert.team': [{ stringValue: 'a' }] });
    expect(data.upsertStructuredProperties.properties[0].associatedUrn).toBe(column);
  });

  it.each([
    [
      'two values for one',
      { 'upsert.single': [{ stringValue: 'a' }, { stringValue: 'b' }] },
      'has cardinality 1, but multiple values were assigned',
    ],
    ['a text for a number', { 'upsert.days': [{ stringValue: 'many' }] }, 'should be a number'],
    ['a number for a text', { 'upsert.team': [{ numberValue: 1 }] }, 'should be a string'],
    [
      'no value at all',
      { 'upsert.team': [{}] },
      'structuredPropertyInputParams[0].values[0]: Each value must provide exactly one of stringValue or numberValue, but it has neither.',
    ],
    ['both kinds of value', { 'upsert.team': [{ stringValue: 'a', numberValue: 1 }] }, 'has both'],
    ['an unknown property', { 'upsert.unknown': [{ stringValue: 'a' }] }, 'Unexpected null value found for'],
  ])('refuses %s', async (_what, values, message) => {
    if ('upsert.single' in values) await client.define('upsert.single');
    const { data, errors } = await upsert(urn, values);
    expect(data).toBeNull();
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBe(400);
  });

  it('reports the reason first, for rules and other refusals', async () => {
    const broken = await upsert(urn, { 'upsert.days': [{ stringValue: 'many' }] });
    expect(broken.errors[0].message).toMatch(/^Property: /);
    const wrong = await upsert('nonsense', {});
    expect(wrong.errors[0].message).toMatch(/^Invalid urn!: nonsense/);
  });
});

describe('upsertStructuredProperties with merging', () => {
  let merging: TestServer;
  beforeAll(async () => {
    merging = await startServer({ options: { 'compatibility.upsertStructuredProperties': 'merge' } });
  });
  afterAll(() => merging.stop());

  it('keeps other properties', async () => {
    const there = clientOf(merging);
    await there.dataset('merge.orders');
    await there.define('merge.a');
    await there.define('merge.b');
    const set = (name: string, stringValue: string) =>
      merging.graphql(
        'mutation u($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
        {
          input: {
            assetUrn: datasetUrn('merge.orders'),
            structuredPropertyInputParams: [
              { structuredPropertyUrn: propertyUrn(name), values: [{ stringValue }] },
            ],
          },
        },
      );
    await set('merge.a', '1');
    await set('merge.b', '2');
    const { data } = await set('merge.a', '3');
    expect(names(data.upsertStructuredProperties)).toEqual(['merge.a', 'merge.b']);
    expect(await there.values(datasetUrn('merge.orders'))).toEqual({
      'merge.a': [{ string: '3' }],
      'merge.b': [{ string: '2' }],
    });
  });
});

describe('removeStructuredProperties', () => {
  const urn = datasetUrn('remove.orders');
  beforeAll(async () => {
    await client.dataset('remove.orders');
    for (const name of ['remove.a', 'remove.b', 'remove.with/slash~tilde']) await client.define(name);
  });

  it('removes the named properties and returns the remaining ones', async () => {
    const values = [{ string: 'x' }];
    await client.assign(urn, { 'remove.a': values, 'remove.b': values, 'remove.with/slash~tilde': values });
    const { data } = await removeValues(urn, ['remove.a', 'remove.with/slash~tilde']);
    expect(names(data.removeStructuredProperties)).toEqual(['remove.b']);
    expect(await client.values(urn)).toEqual({ 'remove.b': values });
  });

  it('succeeds when there is nothing to remove', async () => {
    await client.dataset('remove.empty');
    const { data, errors } = await removeValues(datasetUrn('remove.empty'), ['remove.a']);
    expect(errors).toBeUndefined();
    expect(data.removeStructuredProperties).toEqual({ properties: [] });
  });

  it('refuses a property that is not defined, and removes nothing', async () => {
    const before = await client.values(urn);
    const { errors } = await removeValues(urn, ['remove.b', 'remove.bb']);
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining("The structured property 'remove.bb' is not defined.") as string,
      extensions: { code: 404 },
    });
    expect(await client.values(urn)).toEqual(before);
  });

  it('needs the asset to exist, columns included', async () => {
    for (const missing of [datasetUrn('remove.nowhere'), `urn:li:schemaField:(${urn},never)`]) {
      const { errors } = await removeValues(missing, ['remove.a']);
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining('does not exist') as string,
        extensions: { code: 404 },
      });
    }
  });
});
