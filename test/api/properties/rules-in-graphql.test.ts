import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aspectPath, clientOf, propertyUrn } from '../../support/catalog-client.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';
import { addActor } from '../../support/test-actors.ts';

let server: TestServer;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  server = await startServer();
  client = clientOf(server);
});
afterAll(() => server.stop());

const ASPECT = 'structuredPropertyRules';
const VALUE = '{ __typename ... on StringValue { stringValue } ... on NumberValue { numberValue } }';
const CRITERIA =
  'criteria { field condition values { value entity { urn } } structuredPropertyValues { propertyUrn values } }';
const RULES = `rules {
  values { level format min ${VALUE} max ${VALUE} pattern hint minLength maxLength refersTo { ${CRITERIA} } }
  appliesIf { level ${CRITERIA} } required { level } deprecatedValues { value ${VALUE} replacedBy ${VALUE} } inherit { from resolve } }`;
const CREATE = `mutation($input: CreateStructuredPropertyInput!) { createStructuredProperty(input: $input) { urn ${RULES} } }`;
const UPDATE = `mutation($input: UpdateStructuredPropertyInput!) { updateStructuredProperty(input: $input) { urn ${RULES} } }`;
const PLAN = `query($input: PlanStructuredPropertiesInput!) { planStructuredProperties(input: $input) {
  definitions { change violations { entities } } } }`;
const READ = `query($urn: String!) { structuredProperty(urn: $urn) { ${RULES} } }`;

const FINANCE = 'urn:li:domain:finance';
const ONLY_FINANCE = { field: 'DOMAIN', condition: 'EQUALS', values: [FINANCE] };
const OTHER = {
  field: 'STRUCTURED_PROPERTY',
  condition: 'NOT_EQUALS',
  values: [],
  structuredPropertyValues: [{ propertyUrn: propertyUrn('other'), values: ['x'] }],
};
const numbered = (numberValue: number) => ({ __typename: 'NumberValue', numberValue });
const NO_VALUE_RULES = {
  format: null,
  min: null,
  max: null,
  pattern: null,
  hint: null,
  minLength: null,
  maxLength: null,
  refersTo: null,
};

const definitionOf = (type: string, rules: object) => ({
  valueType: `urn:li:dataType:datahub.${type}`,
  entityTypes: ['urn:li:entityType:datahub.dataset'],
  rules,
});
const property = (name: string, type: string, rules: object) => ({ id: name, ...definitionOf(type, rules) });
const planned = (name: string, type: string, rules: object) => ({
  definitions: [{ urn: propertyUrn(name), ...definitionOf(type, rules) }],
});

async function stored(name: string): Promise<unknown> {
  const { json, status } = await server.request('GET', aspectPath(propertyUrn(name), ASPECT, 'v3'));
  return status === 404 ? undefined : json.value;
}

describe('rules in GraphQL', () => {
  it('are created, kept, replaced, removed and read', async () => {
    const rules = {
      values: { format: 'INTEGER', min: { numberValue: 1 }, max: { numberValue: 365 }, level: 'WARN' },
      appliesIf: { criteria: [ONLY_FINANCE, OTHER] },
      required: {},
      deprecatedValues: [
        { value: { numberValue: 7 }, replacedBy: { numberValue: 8 } },
        { value: { numberValue: 9 } },
      ],
    };
    const created = await server.graphql(CREATE, { input: property('r.gql', 'number', rules) });
    expect(created.errors).toBeUndefined();
    const shown = {
      values: { ...NO_VALUE_RULES, level: 'WARN', format: 'INTEGER', min: numbered(1), max: numbered(365) },
      appliesIf: {
        level: 'ENFORCE',
        criteria: [
          {
            ...ONLY_FINANCE,
            values: [{ value: FINANCE, entity: { urn: FINANCE } }],
            structuredPropertyValues: null,
          },
          OTHER,
        ],
      },
      required: { level: 'REPORT' },
      deprecatedValues: [
        { value: numbered(7), replacedBy: numbered(8) },
        { value: numbered(9), replacedBy: null },
      ],
      inherit: null,
    };
    expect(created.data.createStructuredProperty.rules).toEqual(shown);
    expect(await stored('r.gql')).toEqual({
      values: { format: 'INTEGER', min: { double: 1 }, max: { double: 365 }, level: 'WARN' },
      appliesIf: { criteria: [ONLY_FINANCE, OTHER] },
      required: {},
      deprecatedValues: [{ value: { double: 7 }, replacedBy: { double: 8 } }, { value: { double: 9 } }],
    });
    const urn = propertyUrn('r.gql');
    const kept = await server.graphql(UPDATE, { input: { urn, description: 'New', rules: null } });
    expect(kept.data.updateStructuredProperty.rules).toEqual(shown);
    const replaced = await server.graphql(UPDATE, { input: { urn, rules: { required: { level: 'WARN' } } } });
    const nothing = { values: null, appliesIf: null, required: null, deprecatedValues: null, inherit: null };
    expect(replaced.data.updateStructuredProperty.rules).toEqual({ ...nothing, required: { level: 'WARN' } });
    const removed = await server.graphql(UPDATE, { input: { urn, rules: {} } });
    expect(removed.data.updateStructuredProperty.rules).toEqual(nothing);
    await client.define('r.plain');
    const plain = await server.graphql(READ, { urn: propertyUrn('r.plain') });
    expect(plain.data.structuredProperty.rules).toBeNull();
  });

  it('take texts: pattern, hint, lengths, and entities that urns name', async () => {
    const texts = {
      values: { pattern: '[A-Z]{3}', hint: 'three letters', minLength: 3, maxLength: 3 },
    };
    const { data } = await server.graphql(CREATE, { input: property('r.text', 'string', texts) });
    expect(data.createStructuredProperty.rules.values).toEqual({
      ...NO_VALUE_RULES,
      ...texts.values,
      level: 'ENFORCE',
    });
    const urns = { values: { refersTo: { criteria: [ONLY_FINANCE] }, level: 'REPORT' } };
    const { data: named } = await server.graphql(CREATE, { input: property('r.urn', 'urn', urns) });
    expect(named.createStructuredProperty.rules.values).toMatchObject({
      level: 'REPORT',
      refersTo: { criteria: [{ field: 'DOMAIN', values: [{ value: FINANCE }] }] },
    });
  });

  it('say from where values are inherited', async () => {
    const inherit = { from: ['domain', 'container'] };
    const entityTypes = ['dataset', 'container', 'domain'].map((type) => `urn:li:entityType:datahub.${type}`);
    const input = { ...property('r.inherit', 'string', { inherit }), entityTypes, cardinality: 'MULTIPLE' };
    const { data, errors } = await server.graphql(CREATE, { input });
    expect(errors).toBeUndefined();
    expect(data.createStructuredProperty.rules.inherit).toEqual({ ...inherit, resolve: 'NEAREST' });
    expect(await stored('r.inherit')).toEqual({ inherit });
    const strictest = { inherit: { from: ['container'], resolve: 'STRICTEST' } };
    const refused = await server.graphql(UPDATE, {
      input: { urn: propertyUrn('r.inherit'), rules: strictest },
    });
    expect(refused.errors[0].message).toContain('inherit.resolve of structuredPropertyRules');
    expect(await stored('r.inherit')).toEqual({ inherit });
  });

  it('are part of a plan', async () => {
    const input = planned('r.plan', 'number', { values: { max: { numberValue: 3 } } });
    const plan = await server.graphql(PLAN, { input });
    expect(plan.data.planStructuredProperties.definitions).toEqual([
      { change: 'CREATE', violations: { entities: 0 } },
    ]);
    const applied = await server.graphql(
      'mutation($input: PlanStructuredPropertiesInput!) { applyStructuredPropertyPlan(input: $input) { commit } }',
      { input },
    );
    expect(applied.errors).toBeUndefined();
    expect(await stored('r.plan')).toEqual({ values: { max: { double: 3 } } });
  });

  it.each([
    [
      { values: { min: { numberValue: 5, stringValue: 'a' } } },
      'values.min: Each value must provide exactly one of stringValue or numberValue, but it has both.',
      'rules.values.min',
    ],
    [
      { deprecatedValues: [{ value: {} }] },
      'deprecatedValues[0].value: Each value must provide exactly one of stringValue or numberValue, but it has neither.',
      'rules.deprecatedValues[0].value',
    ],
    [
      { values: { min: { numberValue: 5 }, max: { numberValue: 1 } } },
      'values.min of structuredPropertyRules must not be above values.max, but they are {double=5.0} and {double=1.0}. Change one of them.',
      'values.min',
    ],
    [
      { values: { pattern: 'a' } },
      'values.pattern of structuredPropertyRules is for values of type string or rich_text, but these are urn:li:dataType:datahub.number. Remove it.',
      'values.pattern',
    ],
    [
      { appliesIf: { criteria: [{ ...ONLY_FINANCE, field: 'DOMANI' }] } },
      "appliesIf.criteria[0] of structuredPropertyRules is refused: There is no criterion 'DOMANI'. Did you mean 'DOMAIN'?",
      'appliesIf.criteria[0]',
    ],
  ])('are refused with member, value and remedy: %j', async (rules, message, field) => {
    await client.define('r.bad', { type: 'number' });
    const urn = propertyUrn('r.bad');
    for (const [at, send] of [
      ['', () => server.graphql(UPDATE, { input: { urn, description: 'Changed', rules } })],
      ['', () => server.graphql(CREATE, { input: property('r.worse', 'number', rules) })],
      ['definitions[0].', () => server.graphql(PLAN, { input: planned('r.bad', 'number', rules) })],
    ] as const) {
      const { errors } = await send();
      const [{ message: said, extensions }] = errors;
      expect(said).toContain(message);
      expect(extensions.problems?.[0]?.field).toBe(field.startsWith('rules.') ? `${at}${field}` : field);
    }
    expect(await stored('r.bad')).toBeUndefined();
    const { data } = await server.graphql(
      'query($urns: [String!]!) { entities(urns: $urns) { ... on StructuredPropertyEntity { exists definition { description } } } }',
      { urns: [urn, propertyUrn('r.worse')] },
    );
    expect(data.entities).toMatchObject([{ definition: { description: null } }, { exists: false }]);
  });

  it('do not exist for a caller who may not see the property, or may not change definitions', async () => {
    await client.define('r.hidden', { type: 'number' });
    await client.define('r.seen', { type: 'number' });
    const max = { values: { max: { numberValue: 3 } } };
    for (const name of ['r.hidden', 'r.seen']) {
      await server.graphql(UPDATE, { input: { urn: propertyUrn(name), rules: max } });
    }
    const narrow = await addActor(server, 'narrow', { token: { properties: [propertyUrn('r.seen')] } });
    const rulesOf = async (name: string) =>
      (await narrow.graphql(READ, { urn: propertyUrn(name) })).data.structuredProperty?.rules;
    expect(await rulesOf('r.seen')).toMatchObject({ values: { max: numbered(3) } });
    expect(await rulesOf('r.hidden')).toBeNull();
    const refused = await narrow.graphql(UPDATE, { input: { urn: propertyUrn('r.seen'), rules: {} } });
    expect(refused.errors[0].extensions.code).toBe(403);
    expect(await stored('r.seen')).toEqual({ values: { max: { double: 3 } } });
  });
});
