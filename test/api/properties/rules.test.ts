import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, datasetUrn, propertyUrn, type Value } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const STRICT = { 'X-Colophon-Strict': 'true' };

function ruled(name: string, rules: object) {
  return client.post(propertyUrn(name), 'structuredPropertyRules', rules);
}

/** Defines a property of numbers with a greatest value of 365. */
async function bounded(name: string, level: string): Promise<string> {
  await client.define(name, { type: 'number', cardinality: 'MULTIPLE' });
  const { status, text } = await ruled(name, { values: { max: { double: 365 }, level } });
  expect(status, text).toBe(200);
  await client.dataset(name);
  return datasetUrn(name);
}

function words(name: string): string {
  return `Property: ${propertyUrn(name)}, value: {double=500.0} is above the maximum 365.0. Use a value up to 365.0.`;
}

function assignment(name: string, ...values: Value[]) {
  return { properties: [{ propertyUrn: propertyUrn(name), values }] };
}

describe('a rule at', () => {
  it('ENFORCE refuses a write over every protocol, and says which value', async () => {
    const urn = await bounded('enforced', 'ENFORCE');
    const value = assignment('enforced', { double: 500 });
    const post = await server.request('POST', aspectPath(urn, 'structuredProperties'), value);
    expect([post.status, post.json.message]).toEqual([400, expect.stringContaining(words('enforced'))]);
    expect(post.json.problems).toMatchObject([
      {
        property: propertyUrn('enforced'),
        kind: 'VALUE_BREAKS_RULE',
        data: { value: '500', rule: 'max' },
      },
    ]);
    const patch = await server.request('PATCH', aspectPath(urn, 'structuredProperties', 'v3'), {
      patch: [{ op: 'add', path: `/properties/${propertyUrn('enforced')}`, value: value.properties[0] }],
      arrayPrimaryKeys: { properties: ['propertyUrn'] },
    });
    expect([patch.status, patch.text]).toEqual([400, expect.stringContaining('is above the maximum')]);
    const restli = await server.request('POST', '/aspects?action=ingestProposal', {
      proposal: {
        entityUrn: urn,
        entityType: 'dataset',
        aspectName: 'structuredProperties',
        changeType: 'UPSERT',
        aspect: { contentType: 'application/json', value: JSON.stringify(value) },
      },
      async: 'false',
    });
    expect([restli.status, restli.text]).toEqual([422, expect.stringContaining('is above the maximum')]);
    const { errors } = await server.graphql(
      `mutation { upsertStructuredProperties(input: { assetUrn: "${urn}", structuredPropertyInputParams: [
        { structuredPropertyUrn: "${propertyUrn('enforced')}", values: [{ numberValue: 500 }] }] }) { properties { structuredProperty { urn } } } }`,
    );
    expect(errors).toMatchObject([{ message: expect.stringContaining(words('enforced')) }]);
    expect(await client.values(urn)).toEqual({});
  });

  it('WARN writes and warns, and refuses a strict request', async () => {
    const urn = await bounded('warned', 'WARN');
    const path = aspectPath(urn, 'structuredProperties');
    const refused = await server.request('POST', path, assignment('warned', { double: 500 }), STRICT);
    expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(words('warned'))]);
    expect(await client.values(urn)).toEqual({});
    const written = await server.request('POST', path, assignment('warned', { double: 500 }));
    expect(written.status).toBe(200);
    expect(written.headers.get('x-colophon-warnings')).toBe(JSON.stringify([words('warned')]));
    expect(await client.values(urn)).toEqual({ warned: [{ double: 500 }] });
    const { extensions } = await server.graphql(
      `mutation { upsertStructuredProperties(input: { assetUrn: "${urn}", structuredPropertyInputParams: [
        { structuredPropertyUrn: "${propertyUrn('warned')}", values: [{ numberValue: 600 }] }] }) { properties { structuredProperty { urn } } } }`,
    );
    expect(JSON.stringify(extensions)).toContain('value: {double=600.0} is above the maximum 365.0');
    const same = await server.request('POST', path, assignment('warned', { double: 600 }), STRICT);
    expect(same.status, same.text).toBe(200);
  });

  it('REPORT refuses nothing', async () => {
    const urn = await bounded('reported', 'REPORT');
    const path = aspectPath(urn, 'structuredProperties');
    const written = await server.request('POST', path, assignment('reported', { double: 500 }), STRICT);
    expect([written.status, written.headers.get('x-colophon-warnings')]).toEqual([200, null]);
  });
});

it('keeps values that were there before the rule', async () => {
  await client.define('older', { type: 'number', cardinality: 'MULTIPLE' });
  await client.dataset('older');
  const urn = datasetUrn('older');
  await client.assign(urn, { older: [{ double: 500 }] });
  expect((await ruled('older', { values: { max: { double: 365 } } })).status).toBe(200);
  expect((await client.assign(urn, { older: [{ double: 500 }, { double: 1 }] })).status).toBe(200);
  expect((await client.assign(urn, { older: [{ double: 500 }, { double: 501 }] })).status).toBe(400);
});

it('requires a value in each write of the properties of an asset, which may be in the same batch', async () => {
  await client.define('needed', { type: 'string' });
  await client.define('other', { type: 'string' });
  await client.dataset('needed');
  const urn = datasetUrn('needed');
  expect((await ruled('needed', { required: { level: 'ENFORCE' } })).status).toBe(200);
  const refused = await client.assign(urn, { other: [{ string: 'a' }] });
  const required = `Property: ${propertyUrn('needed')} is required on ${urn}. Send a value for it.`;
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(required)]);
  const patch = (name: string) => ({
    patch: [
      {
        op: 'add',
        path: `/properties/${propertyUrn(name)}`,
        value: assignment(name, { string: 'a' }).properties[0],
      },
    ],
    arrayPrimaryKeys: { properties: ['propertyUrn'] },
  });
  const both = await server.request('PATCH', '/openapi/v3/entity/dataset?async=false', [
    { urn, structuredProperties: { value: patch('other') } },
    { urn, structuredProperties: { value: patch('needed') } },
  ]);
  expect(both.status, both.text).toBe(200);
  expect(Object.keys(await client.values(urn)).sort()).toEqual(['needed', 'other']);
  expect((await client.assign(urn, { needed: [] })).status).toBe(400);
  expect((await ruled('needed', {})).status).toBe(200);
});

it('refuses rules that do not fit, with the member', async () => {
  await client.define('unfit', { type: 'string' });
  const { status, json } = await ruled('unfit', { values: { pattern: '(?<=a)b' } });
  expect([status, json.message]).toEqual([
    400,
    expect.stringContaining('values.pattern of structuredPropertyRules is not an RE2 expression'),
  ]);
  expect(json.problems).toMatchObject([
    { field: 'values.pattern', kind: 'RULE_UNFIT', data: { member: 'values.pattern' } },
  ]);
});

it('matches patterns, also the first after a start', async () => {
  await client.define('coded', { type: 'string' });
  await client.dataset('coded');
  await ruled('coded', {
    values: { pattern: '[A-Z]{3}-\\d{4}', hint: 'three letters, a dash, four digits' },
  });
  expect((await client.assign(datasetUrn('coded'), { coded: [{ string: 'ABC-1234' }] })).status).toBe(200);
  const { json } = await client.assign(datasetUrn('coded'), { coded: [{ string: 'abc' }] });
  expect(json.message).toContain(
    'value: {string=abc} does not match the pattern [A-Z]{3}-\\d{4}. Expected: three letters, a dash, four digits.',
  );
});
