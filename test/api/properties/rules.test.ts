import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aspectPath,
  clientOf,
  datasetUrn,
  definition,
  propertyUrn,
  type Value,
} from '../../support/catalog-client.ts';
import { definitionForm } from '../../../src/model/properties/definition-form.ts';
import { parseUrn } from '../../../src/model/urn.ts';
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

describe('violations', () => {
  it('are found and counted at once, without those of other properties', async () => {
    await client.define('measured', { type: 'number', cardinality: 'MULTIPLE' });
    for (const [name, double] of [
      ['measured.low', 1],
      ['measured.high', 500],
      ['measured.both', 501],
    ] as const) {
      await client.dataset(name);
      await client.assign(datasetUrn(name), { measured: [{ double }] });
    }
    expect(await client.find('violations', 'EQUAL', ['measured'])).toEqual([]);
    await ruled('measured', { values: { max: { double: 365 }, level: 'REPORT' } });
    const high = [datasetUrn('measured.both'), datasetUrn('measured.high')];
    expect(await client.find('violations', 'EQUAL', ['measured'])).toEqual(high);
    expect(await client.find('violations', 'EQUAL', [propertyUrn('measured')])).toEqual(high);
    expect(await client.find('violations', 'EQUAL', ['no.such.property'])).toEqual([]);
    expect(await client.find('violations', 'EXISTS')).toEqual(expect.arrayContaining(high));
    expect(await client.facet('violations')).toMatchObject({ [propertyUrn('measured')]: 2 });
    await client.assign(datasetUrn('measured.both'), { measured: [{ double: 365 }] });
    expect(await client.facet('violations')).toMatchObject({ [propertyUrn('measured')]: 1 });
  });

  it('are a field of the query language', async () => {
    const search = async (query: string) => {
      const { data, errors } = await server.graphql(
        `{ searchAcrossEntities(input: { types: [DATASET], query: ${JSON.stringify(query)} }) { searchResults { entity { urn } } } }`,
      );
      expect(errors).toBeUndefined();
      return data.searchAcrossEntities.searchResults.map(
        ({ entity }: { entity: { urn: string } }) => entity.urn,
      );
    };
    expect(await search('/q violations:measured')).toEqual([datasetUrn('measured.high')]);
    expect(await search('/q _exists_:violations')).toContain(datasetUrn('measured.high'));
    expect(await search('/q NOT _exists_:violations')).toContain(datasetUrn('measured.low'));
    expect(await search('/q NOT violations:measured')).not.toContain(datasetUrn('measured.high'));
  });

  it('cannot be compared', async () => {
    await expect(client.find('violations', 'GREATER_THAN', ['measured'])).rejects.toThrow(
      "The filter 'violations' cannot be GREATER_THAN.",
    );
  });
});

describe('plans with rules', () => {
  const plan = (body: object, path = '') => server.request('POST', `/api/colophon/v1/plans${path}`, body);

  it('count what breaks them before and after they are applied', async () => {
    await client.define('planned', { type: 'number', cardinality: 'MULTIPLE' });
    for (const [name, double] of [
      ['planned.low', 1],
      ['planned.high', 500],
    ] as const) {
      await client.dataset(name);
      await client.assign(datasetUrn(name), { planned: [{ double }] });
    }
    const stored = await server.request(
      'GET',
      aspectPath(propertyUrn('planned'), 'propertyDefinition', 'v3'),
    );
    const body = (rules: object) => ({
      definitions: [
        {
          urn: propertyUrn('planned'),
          propertyDefinition: stored.json.value,
          structuredPropertyRules: rules,
        },
      ],
    });
    const rules = { values: { max: { double: 365 } } };
    const { json } = await plan(body(rules));
    const violations = {
      entities: 1,
      byRule: [{ rule: 'max', entities: 1, sampleUrns: [datasetUrn('planned.high')] }],
    };
    expect(json.definitions).toMatchObject([{ change: 'compatible', violations }]);
    await client.assign(datasetUrn('planned.low'), { planned: [{ double: 700 }] });
    const refused = await plan({ ...body(rules), planToken: json.planToken }, '/apply');
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringContaining(
        `2 entities break the rule 'max' of ${propertyUrn('planned')} instead of the 1 that were shown`,
      ),
    ]);
    await client.assign(datasetUrn('planned.low'), { planned: [{ double: 2 }] });
    const applied = await plan({ ...body(rules), planToken: json.planToken }, '/apply');
    expect([applied.status, applied.json.definitions]).toMatchObject([200, [{ violations }]]);
    const again = await plan(body(rules));
    expect(again.json.definitions).toMatchObject([{ change: 'none', violations }]);
    expect(await client.find('violations', 'EQUAL', ['planned'])).toEqual([datasetUrn('planned.high')]);
    const broken = await plan({
      definitions: [
        {
          urn: propertyUrn('planned'),
          propertyDefinition: { ...stored.json.value, cardinality: 'SINGLE', version: '20260101000000' },
          structuredPropertyRules: { ...rules, required: {} },
        },
      ],
    });
    const [{ change, violations: after }] = broken.json.definitions;
    expect([change, after.byRule.map(({ rule }: { rule: string }) => rule)]).toEqual([
      'breaking',
      ['required'],
    ]);
    const { data, errors } = await server.graphql(
      `{ planStructuredProperties(input: { definitions: [{ urn: "${propertyUrn('planned')}", valueType: "urn:li:dataType:datahub.number",
        cardinality: MULTIPLE, entityTypes: ["urn:li:entityType:datahub.dataset"] }] }) { definitions { violations { entities byRule { rule entities sampleUrns } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.planStructuredProperties.definitions).toEqual([{ violations }]);
  });
});

describe('rules in files and plans', () => {
  const yaml = `
- id: filed
  type: number
  cardinality: MULTIPLE
  entity_types: [dataset, container, glossaryTerm]
  rules:
    values: { level: warn, format: integer, min: 1, max: 3650 }
    applies_if:
      criteria:
        - { field: domain, values: ['urn:li:domain:finance'] }
        - { field: structured_property, condition: not_equals, property: 'urn:li:structuredProperty:other', values: [x] }
    required: {}
    deprecated_values: [{ value: 7, replaced_by: 8 }, { value: 9 }]
    inherit: { from: [container, glossaryTerm], resolve: nearest }
`;
  const rules = {
    values: { level: 'WARN', format: 'INTEGER', min: { double: 1 }, max: { double: 3650 } },
    appliesIf: {
      criteria: [
        { field: 'DOMAIN', values: ['urn:li:domain:finance'] },
        {
          field: 'STRUCTURED_PROPERTY',
          condition: 'NOT_EQUALS',
          values: [],
          structuredPropertyValues: [{ propertyUrn: 'urn:li:structuredProperty:other', values: ['x'] }],
        },
      ],
    },
    required: {},
    deprecatedValues: [{ value: { double: 7 }, replacedBy: { double: 8 } }, { value: { double: 9 } }],
    inherit: { from: ['container', 'glossaryTerm'], resolve: 'NEAREST' },
  };
  const send = (text: string, dryRun = false) =>
    server.request('POST', '/api/colophon/v1/plans/import', { yaml: text, dryRun });

  it('are read, stored, and printed in a form that changes nothing', async () => {
    const { json, status, text } = await send(yaml);
    expect([status, json.definitions?.[0]?.change], text).toEqual([200, 'create']);
    const read = async (aspect: string) =>
      (await server.request('GET', aspectPath(propertyUrn('filed'), aspect, 'v3'))).json.value;
    expect(await read('structuredPropertyRules')).toEqual(rules);
    const form = definitionForm(parseUrn(propertyUrn('filed')), {
      propertyDefinition: await read('propertyDefinition'),
      structuredPropertyRules: await read('structuredPropertyRules'),
    });
    const again = await send(stringify([form]), true);
    expect([again.status, again.json.definitions?.[0]?.change], again.text).toEqual([200, 'none']);
  });

  it('are refused with their line', async () => {
    const { json, status } = await send(
      yaml.replace('min: 1,', 'min: 5000,').replace('id: filed', 'id: filed2'),
    );
    expect([status, json.problems]).toMatchObject([
      400,
      [
        {
          line: 7,
          message: expect.stringContaining('values.min of structuredPropertyRules must not be above'),
        },
      ],
    ]);
    const unknown = await send(
      yaml.replace('level: warn', 'level: loud').replace('format: integer', 'shape: int'),
    );
    expect(unknown.json.problems).toMatchObject([{ line: 7 }, { line: 7 }]);
    const unfit = await send(yaml.replace('[container, glossaryTerm]', '[container, schemaField]'));
    expect(unfit.json.problems).toMatchObject([
      { message: expect.stringContaining("'from' must be one of container, domain, glossaryTerm, but") },
    ]);
  });

  it('are part of a plan, of its token and of its undo', async () => {
    const definition = (
      await server.request('GET', aspectPath(propertyUrn('filed'), 'propertyDefinition', 'v3'))
    ).json.value;
    const body = (max: number) => ({
      definitions: [
        {
          urn: propertyUrn('filed'),
          propertyDefinition: definition,
          structuredPropertyRules: { values: { max: { double: max } } },
        },
      ],
    });
    const plan = await server.request('POST', '/api/colophon/v1/plans', body(5));
    expect([plan.status, plan.json.definitions[0].change], plan.text).toEqual([200, 'compatible']);
    const { planToken } = plan.json;
    const other = await server.request('POST', '/api/colophon/v1/plans/apply', { ...body(6), planToken });
    expect(other.status).toBe(409);
    await ruled('filed', { values: { max: { double: 4 } } });
    const late = await server.request('POST', '/api/colophon/v1/plans/apply', { ...body(5), planToken });
    expect(late.status, late.text).toBe(409);
    const { planToken: fresh } = (await server.request('POST', '/api/colophon/v1/plans', body(5))).json;
    const applied = await server.request('POST', '/api/colophon/v1/plans/apply', {
      ...body(5),
      planToken: fresh,
    });
    expect(applied.status, applied.text).toBe(200);
    const undone = await server.request('POST', '/api/colophon/v1/plans/undo', {
      commit: applied.json.commit,
    });
    expect(undone.status, undone.text).toBe(200);
    const stored = await server.request(
      'GET',
      aspectPath(propertyUrn('filed'), 'structuredPropertyRules', 'v3'),
    );
    expect(stored.json.value).toEqual({ values: { max: { double: 4 } } });
  });
});

it('a facet says how many of the properties with rules it counts', async () => {
  const facet = async () => {
    const { extensions } = await server.graphql(
      '{ aggregateAcrossEntities(input: { query: "*", facets: ["violations"] }) { facets { field } } }',
    );
    return extensions;
  };
  expect(await facet()).toEqual({});
  const definitions = Array.from({ length: 101 }, (_, n) => ({
    urn: propertyUrn(`many.${n}`),
    propertyDefinition: definition(`many.${n}`, { type: 'number' }),
    structuredPropertyRules: { values: { max: { double: n } } },
  }));
  const planned = await server.request('POST', '/api/colophon/v1/plans', { definitions });
  const { planToken } = planned.json;
  const applied = await server.request('POST', '/api/colophon/v1/plans/apply', { definitions, planToken });
  expect(applied.status, applied.text).toBe(200);
  const warning = {
    message: expect.stringMatching(/^The violations of 100 of the 1\d\d properties with rules are counted\./),
    kind: 'VIOLATIONS_UNCOUNTED',
    data: { counted: 100, total: expect.any(Number) },
  };
  expect(await facet()).toMatchObject({ warnings: [warning] });
});
