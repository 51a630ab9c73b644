import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type Value,
} from '../../support/catalog-client.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

const THIRTY: Value = { string: '30' };

describe('numeric texts in a number property', () => {
  let server: TestServer;
  let client: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    server = await startServer();
    client = clientOf(server);
  });
  afterAll(() => server.stop());

  const stored = async (name: string) =>
    (await server.request('GET', aspectPath(propertyUrn(name), 'propertyDefinition', 'v3'))).text;
  const numbers = (name: string, ...allowedValues: Value[]) =>
    definition(name, { type: 'number', cardinality: 'MULTIPLE', allowedValues });

  it('are stored, compared, found and shown as numbers', async () => {
    await client.define('typed', {
      type: 'number',
      cardinality: 'MULTIPLE',
      allowedValues: [THIRTY, { double: 60 }],
    });
    expect(await stored('typed')).toContain(
      '"allowedValues":[{"value":{"double":30.0}},{"value":{"double":60.0}}]',
    );
    await client.dataset('typed');
    for (const value of [{ string: '30' }, { double: 30 }, { string: '3e1' }]) {
      const { status, json } = await client.assign(datasetUrn('typed'), { typed: [value] });
      expect([status, json.aspects.structuredProperties.value.properties]).toEqual([
        200,
        [{ propertyUrn: propertyUrn('typed'), values: [{ double: 30 }] }],
      ]);
    }
    expect(await client.values(datasetUrn('typed'))).toEqual({ typed: [{ double: 30 }] });
    expect(await client.find('structuredProperties.typed', 'EQUAL', ['30'])).toEqual([datasetUrn('typed')]);
    expect(await client.facet('structuredProperties.typed')).toMatchObject({ '30.0': 1 });
    const { data } = await server.graphql(
      `{ dataset(urn: "${datasetUrn('typed')}") { structuredProperties { properties { values { __typename ... on NumberValue { numberValue } } } } } }`,
    );
    expect(data.dataset.structuredProperties.properties).toEqual([
      { values: [{ __typename: 'NumberValue', numberValue: 30 }] },
    ]);
    const other = await client.assign(datasetUrn('typed'), { typed: [{ string: '31' }] });
    expect(other.json.message).toContain(
      'value: {double=31.0} should be one of [{double=30.0}, {double=60.0}]',
    );
  });

  it('do not break a definition that had numbers, nor vice versa', async () => {
    await client.define('same', { type: 'number', cardinality: 'MULTIPLE', allowedValues: [THIRTY] });
    for (const value of [{ double: 30 }, THIRTY, { string: '30.0' }] as const) {
      expect(
        (await client.post(propertyUrn('same'), 'propertyDefinition', numbers('same', value))).status,
      ).toBe(200);
    }
    expect((await stored('same')).match(/double/g)).toHaveLength(1);
  });

  it('are the same value of an immutable property', async () => {
    await client.define('fixed', { type: 'number', immutable: true });
    await client.dataset('fixed');
    for (const value of [THIRTY, { double: 30 }, { string: '30.00' }] as const) {
      expect((await client.assign(datasetUrn('fixed'), { fixed: [value] })).status).toBe(200);
    }
    expect((await client.assign(datasetUrn('fixed'), { fixed: [{ string: '31' }] })).json.message).toContain(
      'Cannot mutate an immutable property',
    );
  });

  it('keep their digits or are refused; a property of type string keeps any', async () => {
    const digits = '9007199254740993';
    const urn = datasetUrn('digits');
    await client.define('digits', { type: 'number' });
    await client.define('digits.text');
    await client.dataset('digits');
    const path = aspectPath(urn, 'structuredProperties');
    const assigned = (value: string): string =>
      `{"properties":[{"propertyUrn":"${propertyUrn('digits')}","values":[${value}]}]}`;
    for (const number of [digits, `${digits}.0`, '9.007199254740993e15', '9007199254740992.5']) {
      for (const value of [`{"double":${number}}`, `{"string":"${number}"}`]) {
        const { status, json } = await server.request('POST', path, assigned(value));
        expect(status).toBe(400);
        expect(json.message).toContain(`The number ${number} would be rounded to 9007199254740992: `);
        expect(json.message).toMatch(/, such as a property of type string\.$/);
      }
    }
    expect((await server.request('GET', path)).status).toBe(404);
    expect((await client.assign(urn, { digits: [{ string: '9007199254740994' }] })).status).toBe(200);
    expect((await server.request('GET', path)).text).toContain('{"double":9007199254740994.0}');
    expect((await client.assign(urn, { 'digits.text': [{ string: digits }] })).status).toBe(200);
    expect(await client.values(urn)).toEqual({ 'digits.text': [{ string: digits }] });
  });

  it('are found only by exact numbers, in filters and in the query language', async () => {
    const field = 'structuredProperties.bounds';
    const urn = datasetUrn('bounds');
    await client.define('bounds', { type: 'number', cardinality: 'MULTIPLE' });
    await client.dataset('bounds');
    const values = [0.1, 1e-7, 9007199254740992].map((double) => ({ double }));
    expect((await client.assign(urn, { bounds: values })).status).toBe(200);
    const scroll = (more: object) =>
      server.request('POST', '/openapi/v3/entity/scroll', { entities: ['dataset'], ...more });
    const search = (query: string) =>
      server.request('GET', `/openapi/v3/entity/dataset?query=${encodeURIComponent(query)}`);
    const filter = (condition: string, number: string) => ({
      filter: {
        and: [
          {
            criteria: [{ field, condition, values: condition === 'BETWEEN' ? [number, '1e300'] : [number] }],
          },
        ],
      },
    });

    for (const [number, kept] of [
      ['9007199254740993', '9007199254740992'],
      ['-9.007199254740993e15', '-9007199254740992'],
      ['9007199254740991.5', '9007199254740992'],
    ] as const) {
      const message = `The filter on '${field}' compares numbers. The number ${number} would be rounded to ${kept}: `;
      for (const condition of ['EQUAL', 'IN', 'GREATER_THAN', 'LESS_THAN_OR_EQUAL_TO', 'BETWEEN']) {
        const refused = await scroll(filter(condition, number));
        expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(message)]);
        // GraphQL has no such operator.
        if (condition === 'BETWEEN') continue;
        await expect(client.find(field, condition, [number])).rejects.toThrow(message);
      }
      for (const query of [`/q ${field}:"${number}"`, `/q ${field}:["${number}" TO *]`]) {
        const refused = await search(query);
        expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(message)]);
      }
    }
    for (const number of ['0.1', '1e-7', '.1', '9007199254740992.0', '9.007199254740992e15']) {
      expect(await client.find(field, 'EQUAL', [number])).toEqual([urn]);
      expect((await scroll(filter('EQUAL', number))).text).toContain(urn);
      expect((await search(`/q ${field}:"${number}"`)).text).toContain(urn);
    }
    expect(await client.find(field, 'GREATER_THAN', ['9007199254740991'])).toEqual([urn]);
  });

  it.each([
    ['5f', 'should be a number'],
    ['30d', 'should be a number'],
    ['0x10', 'should be a number'],
    ['NaN', 'should be a number'],
    ['Infinity', 'should be a number'],
    ['1e309', 'The number 1e309 is too large'],
    ['1e-400', 'The number 1e-400 is too small'],
    ['9007199254740993', 'would be rounded to 9007199254740992'],
  ])('have one parser: %s is refused as value, allowed value, bulk edit and filter', async (text, words) => {
    const name = `reader.${text.replaceAll('-', '_')}`;
    const [field, urn] = [`structuredProperties.${name}`, datasetUrn(name)];
    await client.define(name, { type: 'number' });
    await client.dataset(name);
    const refusals = [
      (await client.assign(urn, { [name]: [{ string: text }] })).json.message,
      (await client.post(propertyUrn(`${name}.2`), 'propertyDefinition', numbers(name, { string: text })))
        .json.message,
      await server
        .graphql(
          'mutation u($input: UpsertStructuredPropertiesInput!) { upsertStructuredProperties(input: $input) { properties { structuredProperty { urn } } } }',
          {
            input: {
              assetUrn: urn,
              structuredPropertyInputParams: [
                { structuredPropertyUrn: propertyUrn(name), values: [{ stringValue: text }] },
              ],
            },
          },
        )
        .then(({ errors }) => errors[0].message),
      (
        await server.request('POST', '/api/colophon/v1/bulk-edits', {
          urns: [urn],
          changes: [{ field: name, action: 'set', values: [text] }],
          dryRun: true,
        })
      ).json.message,
    ];
    const isRange = words.startsWith('The number') || words.startsWith('would');
    for (const message of refusals.slice(0, 3)) expect(message).toContain(words);
    expect(refusals[3]).toContain(isRange ? words : 'Send a decimal number');
    await expect(client.find(field, 'GREATER_THAN', [text])).rejects.toThrow(
      isRange ? words : 'compares numbers',
    );
    expect(await client.values(urn)).toEqual({});
  });

  it('name the path of a number that JSON cannot represent', async () => {
    await client.dataset('place');
    const path = aspectPath(datasetUrn('place'), 'structuredProperties');
    const body = `{"properties":[{"propertyUrn":"${propertyUrn('typed')}","values":[{"double":30},{"double":1e309}]}]}`;
    const { status, json } = await server.request('POST', path, body);
    expect([status, json.error]).toEqual([400, json.message]);
    expect(json.message).toMatch(/^properties\[0\]\.values\[1\]\.double: The number 1e309 is too large/);
  });

  it.each<[string, Value, string]>([
    ['number', { string: 'foo' }, 'value: {string=foo} should be a number'],
    ['number', { string: '9007199254740993' }, 'should be a number'],
    ['string', { double: 3 }, 'value: {double=3.0} should be a string'],
    ['date', { string: '2026-13-01' }, 'should be a date with format YYYY-MM-DD'],
    ['urn', { string: 'x' }, 'should be an urn'],
  ])(
    'that are invalid for type %s are refused as allowed values on every path: %j',
    async (type, value, words) => {
      const bad = definition(`bad.${type}`, { type, allowedValues: [value] });
      const urn = propertyUrn(`bad.${type}`);
      const written = await client.post(urn, 'propertyDefinition', bad);
      expect([written.status, written.json.message]).toEqual([400, expect.stringContaining(words) as string]);
      const planned = await server.request('POST', '/api/colophon/v1/plans', {
        definitions: [{ urn, propertyDefinition: bad }],
      });
      expect([planned.status, planned.json.message]).toEqual([400, expect.stringContaining(words) as string]);
      const { errors } = await server.graphql(
        'mutation c($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn } }',
        {
          input: {
            id: `bad.${type}`,
            valueType: bad['valueType'],
            entityTypes: bad['entityTypes'],
            allowedValues: [
              'string' in value ? { stringValue: value.string } : { numberValue: value.double },
            ],
          },
        },
      );
      expect(errors[0].message).toContain(words);
      expect((await server.request('GET', aspectPath(urn, 'propertyDefinition'))).status).toBe(404);
    },
  );
});

it.runIf(isKeptInFolders())(
  'shows texts of an old catalog as numbers, and accepts numbers in their place',
  async () => {
    const before = await startServer({ onDisk: true });
    const first = clientOf(before);
    await first.define('old', { type: 'number', allowedValues: [{ double: 30 }] });
    await first.dataset('old');
    await first.assign(datasetUrn('old'), { old: [{ double: 30 }] });
    await before.stop({ keepFolder: true });
    const database = new DatabaseSync(join(before.folder, 'catalog.db'));
    database.exec(
      `UPDATE aspect SET checksum = NULL, metadata = replace(metadata, '{"double":30.0}', '{"string":"30"}')`,
    );
    database.close();

    const server = await startServer({ folder: before.folder });
    const client = clientOf(server);
    expect(await client.values(datasetUrn('old'))).toEqual({ old: [{ double: 30 }] });
    const shown = await server.request('GET', aspectPath(propertyUrn('old'), 'propertyDefinition', 'v3'));
    expect(shown.text).toContain('[{"value":{"double":30.0}}]');
    expect((await client.assign(datasetUrn('old'), { old: [{ double: 30 }] })).status).toBe(200);
    await client.define('old', { type: 'number', allowedValues: [{ double: 30 }] });
    expect(await client.find('structuredProperties.old', 'EQUAL', ['30.0'])).toEqual([datasetUrn('old')]);
    await server.stop();
  },
);
