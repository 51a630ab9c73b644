import { beforeAll, describe, expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  messagesOf,
  ruleContext,
} from '../../../../test/support/memory/fake-state.ts';
import { parseUrn } from '../../../model/urn.ts';
import { loadPatterns } from '../../../util/patterns.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { RuleContext } from '../../rules.ts';
import { propertyRules } from '../definitions/property-rules.ts';
import { softDeletedProperty } from '../definitions/soft-deleted-property.ts';
import { checkRules } from '../index.ts';

const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const PROPERTY = 'urn:li:structuredProperty:p';
const FINANCE = 'urn:li:domain:finance';

beforeAll(loadPatterns);

function state(rules: JsonObject, type = 'number', definition: JsonObject = {}): FakeState {
  const value = {
    qualifiedName: 'p',
    valueType: `urn:li:dataType:datahub.${type}`,
    cardinality: 'MULTIPLE',
    entityTypes: ['urn:li:entityType:datahub.dataset', 'urn:li:entityType:datahub.schemaField'],
    ...definition,
  };
  return new FakeState()
    .put(PROPERTY, 'propertyDefinition', value, { generation: 1 })
    .put(PROPERTY, 'structuredPropertyRules', rules);
}

function assign(...values: JsonValue[]): JsonObject {
  return { properties: [{ propertyUrn: PROPERTY, values }] };
}

/** Texts of the refusals, those of warnings in brackets. */
function check(
  of: FakeState,
  change: { readonly before?: JsonObject; readonly after?: JsonObject; readonly urn?: string },
  context: Partial<RuleContext> = {},
): readonly string[] {
  const warned: string[] = [];
  const warn = ({ message }: { readonly message: string }) => void warned.push(`[${message}]`);
  const whole = aspectChange({ urn: TABLE, aspectName: 'structuredProperties', ...change });
  const failures = checkRules(whole, { ...ruleContext(of), warn, ...context });
  return [...failures.map(({ message }) => message), ...warned];
}

describe('rules of values', () => {
  const rules = (level?: string): JsonObject => ({
    values: { max: { double: 365 }, ...(level && { level }) },
  });
  const text = `Property: ${PROPERTY}, value: {double=500.0} is above the maximum 365.0. Use a value up to 365.0.`;

  // Took minutes, the limit of a test, when each value was compared with each earlier one.
  it('judge the values that are new among many', () => {
    const many = (first: number): JsonObject => ({
      properties: [
        {
          propertyUrn: PROPERTY,
          values: Array.from({ length: 200_000 }, (_, i) => ({ double: -first - i })),
        },
      ],
    });
    expect(check(state(rules()), { before: many(0), after: many(200_000) })).toEqual([]);
  });

  it('refuse, warn or only count, by their level', () => {
    const after = assign({ double: 500 });
    expect(check(state(rules()), { after })).toEqual([text]);
    expect(check(state(rules('WARN')), { after })).toEqual([`[${text}]`]);
    expect(check(state(rules('REPORT')), { after })).toEqual([]);
    expect(check(state(rules('WARN')), { after }, { warn: undefined })).toEqual([text]);
  });

  it('judge only values that were not there', () => {
    const before = assign({ double: 500 });
    expect(check(state(rules()), { before, after: assign({ double: 500 }, { double: 1 }) })).toEqual([]);
    expect(check(state(rules()), { before, after: assign({ double: 500 }, { double: 600 }) })).toHaveLength(
      1,
    );
    expect(check(state(rules()), { before, after: assign() })).toEqual([]);
  });

  it('take no warnings for failures of the same write', () => {
    const values = Array.from({ length: 60 }, (_, i) => ({ double: 1000 + i }));
    const found = check(state(rules('WARN')), { after: assign(...values, { string: 'x' }) });
    expect(found.filter((one) => !one.startsWith('['))).toEqual([
      expect.stringContaining('should be a number'),
    ]);
    expect(found).toHaveLength(61);
  });

  it('ask what a urn value names', () => {
    const criteria = [{ field: 'DOMAIN', values: [FINANCE] }];
    const term = 'urn:li:glossaryTerm:t';
    const of = () => state({ values: { refersTo: { criteria } } }, 'urn');
    expect(check(of(), { after: assign({ string: term }) })).toEqual([
      `Property: ${PROPERTY}, value: {string=${term}} does not meet the criteria: DOMAIN is one of [${FINANCE}]. Name an entity that does.`,
    ]);
    const inDomain = of().put(term, 'domains', { domains: [FINANCE] });
    expect(check(inDomain, { after: assign({ string: term }) })).toEqual([]);
  });
});

describe('appliesIf', () => {
  const rules = { appliesIf: { criteria: [{ field: 'DOMAIN', values: [FINANCE] }] } };

  it('refuses values on other assets', () => {
    expect(check(state(rules), { after: assign({ double: 1 }) })).toEqual([
      `Property: ${PROPERTY} does not apply to ${TABLE}, which does not meet the criteria: DOMAIN is one of [${FINANCE}]. ` +
        'Leave the property out, or change the asset first.',
    ]);
    const before = assign({ double: 1 });
    expect(check(state(rules), { before, after: before })).toEqual([]);
    expect(check(state(rules), { before, after: assign() })).toEqual([]);
    expect(check(state(rules), { before, after: assign({ double: 2 }) })).toHaveLength(1);
  });

  it('counts all that is below', () => {
    const of = state(rules)
      .put(TABLE, 'domains', { domains: ['urn:li:domain:tax'] })
      .put('urn:li:domain:tax', 'domainProperties', { name: 'Tax', parentDomain: FINANCE });
    expect(check(of, { after: assign({ double: 1 }) })).toEqual([]);
  });

  it('judges another property by what the same change writes', () => {
    const other = 'urn:li:structuredProperty:other';
    const criteria = [
      {
        field: 'STRUCTURED_PROPERTY',
        values: [],
        structuredPropertyValues: [{ propertyUrn: other, values: ['yes'] }],
      },
    ];
    const of = state({ appliesIf: { criteria } }).put(
      other,
      'propertyDefinition',
      {
        qualifiedName: 'other',
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
      },
      { generation: 1 },
    );
    const both = (text: string) => ({
      properties: [
        { propertyUrn: PROPERTY, values: [{ double: 1 }] },
        { propertyUrn: other, values: [{ string: text }] },
      ],
    });
    expect(check(of, { after: both('yes') })).toEqual([]);
    expect(check(of, { after: both('no') })).toHaveLength(1);
  });

  it('judges a column by what it has itself', () => {
    const column = `urn:li:schemaField:(${TABLE},c)`;
    const of = state(rules).put(TABLE, 'domains', { domains: [FINANCE] });
    expect(check(of, { urn: column, after: assign({ double: 1 }) })).toHaveLength(1);
  });
});

describe('required', () => {
  const required = [parseUrn(PROPERTY)];
  const rules = (level: string): JsonObject => ({ required: { level } });
  const nothing = { properties: [] };

  it('refuses a write that leaves no value', () => {
    const text = `Property: ${PROPERTY} is required on ${TABLE}. Send a value for it.`;
    expect(check(state(rules('ENFORCE')), { after: nothing }, { required })).toEqual([text]);
    expect(
      check(state(rules('ENFORCE')), { before: assign({ double: 1 }), after: assign() }, { required }),
    ).toEqual([text]);
    expect(check(state(rules('WARN')), { after: nothing }, { required })).toEqual([`[${text}]`]);
    expect(check(state(rules('REPORT')), { after: nothing }, { required })).toEqual([]);
    expect(check(state(rules('ENFORCE')), { after: assign({ double: 1 }) }, { required })).toEqual([]);
  });

  it('asks neither columns nor other types nor whom it does not let assign', () => {
    const column = `urn:li:schemaField:(${TABLE},c)`;
    expect(check(state(rules('ENFORCE')), { urn: column, after: nothing }, { required })).toEqual([]);
    const chart = 'urn:li:chart:(looker,c)';
    expect(check(state(rules('ENFORCE')), { urn: chart, after: nothing }, { required })).toEqual([]);
    const platforms = { allowedPlatforms: ['urn:li:dataPlatform:snowflake'] };
    expect(check(state(rules('ENFORCE'), 'number', platforms), { after: nothing }, { required })).toEqual([]);
    const rights = {
      seesEveryProperty: true,
      mayRead: () => true,
      mayKnow: () => true,
      mayAssign: () => false,
    };
    expect(check(state(rules('ENFORCE')), { after: nothing }, { required, rights })).toEqual([]);
  });

  it('holds only where the property applies', () => {
    const both = { ...rules('ENFORCE'), appliesIf: { criteria: [{ field: 'DOMAIN', values: [FINANCE] }] } };
    expect(check(state(both), { after: nothing }, { required })).toEqual([]);
    const inDomain = state(both).put(TABLE, 'domains', { domains: [FINANCE] });
    expect(check(inDomain, { after: nothing }, { required })).toHaveLength(1);
  });
});

describe('definitions', () => {
  function checkRulesOf(of: FakeState, aspectName: string, before: JsonObject, after: JsonObject) {
    const change = aspectChange({ urn: PROPERTY, aspectName, before, after });
    return [softDeletedProperty, propertyRules].flatMap((rule) =>
      messagesOf(change, rule.check(change, ruleContext(of))),
    );
  }

  it('must fit the stored rules', () => {
    const of = state({ values: { format: 'INTEGER' } });
    const definition = of.row(parseUrn(PROPERTY), 'propertyDefinition')?.aspect.value ?? {};
    const after = { ...definition, valueType: 'urn:li:dataType:datahub.string', version: '20260101000000' };
    expect(checkRulesOf(of, 'propertyDefinition', definition, after)).toEqual([
      expect.stringContaining(
        'values.format of structuredPropertyRules INTEGER is for values of type number',
      ),
    ]);
    expect(checkRulesOf(of, 'propertyDefinition', definition, { ...definition, description: 'd' })).toEqual(
      [],
    );
  });

  it('keep their rules while soft-deleted', () => {
    const of = state({}).put(PROPERTY, 'status', { removed: true });
    expect(checkRulesOf(of, 'structuredPropertyRules', {}, { required: {} })).toEqual([
      expect.stringContaining('structuredPropertyRules of urn:li:structuredProperty:p'),
    ]);
  });
});
