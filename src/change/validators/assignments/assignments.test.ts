import { describe, expect, it } from 'vitest';
import {
  FakeState,
  aspectChange,
  messagesOf,
  ruleContext,
} from '../../../../test/support/memory/fake-state.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { ChangeSettings, RuleContext } from '../../rules.ts';
import { checkRules } from '../index.ts';

const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const PROPERTY = 'urn:li:structuredProperty:p';
const DATASET_TYPE = 'urn:li:entityType:datahub.dataset';

function defined(parts: JsonObject = {}, state = new FakeState()): FakeState {
  const definition = {
    qualifiedName: 'p',
    valueType: 'urn:li:dataType:datahub.string',
    entityTypes: [DATASET_TYPE],
  };
  return state.put(PROPERTY, 'propertyDefinition', { ...definition, ...parts }, { generation: 1 });
}

function ofType(type: string, parts: JsonObject = {}): FakeState {
  return defined({ valueType: `urn:li:dataType:datahub.${type}`, cardinality: 'MULTIPLE', ...parts });
}

function assign(...values: JsonValue[]): JsonObject {
  return { properties: [{ propertyUrn: PROPERTY, values }] };
}

interface Case {
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  readonly urn?: string;
  readonly settings?: Partial<ChangeSettings>;
}

function check(
  state: FakeState,
  { urn = DATASET, settings, ...values }: Case,
  rights?: RuleContext['rights'],
): readonly string[] {
  const change = aspectChange({ urn, aspectName: 'structuredProperties', ...values });
  return messagesOf(change, checkRules(change, { ...ruleContext(state, settings), rights }));
}

describe('targets of assignments', () => {
  it('accepts values of a defined property, and none', () => {
    expect(check(defined(), { after: assign({ string: '30d' }) })).toEqual([]);
    expect(check(defined(), { after: assign() })).toEqual([]);
    expect(check(defined(), { after: { properties: [] } })).toEqual([]);
  });

  it('refuses a property that is listed twice', () => {
    const after = {
      properties: [assign({ string: 'a' }), assign({ string: 'b' })].flatMap(
        (one) => one['properties'] ?? [],
      ),
    };
    expect(check(defined(), { after })).toEqual([
      `Property: ${PROPERTY} has multiple entries: [{string=a}], [{string=b}]. Send one entry with all values.`,
    ]);
  });

  it('refuses a urn that is not a property', () => {
    const after = { properties: [{ propertyUrn: 'urn:li:tag:t', values: [] }] };
    expect(check(defined(), { after })).toEqual([
      expect.stringContaining('Unexpected entity type. Expected: structuredProperty Found: tag'),
    ]);
  });

  it('refuses an undefined property', () => {
    expect(check(new FakeState(), { after: assign({ string: 'a' }) })).toEqual([
      `The structured property 'p' is not defined. Define it first, or correct the name. ` +
        `Unexpected null value found for ${PROPERTY} Structured Property Definition.`,
    ]);
  });

  it('names the nearest property that the writer may know of', () => {
    const near = 'urn:li:structuredProperty:io.acme.retentionTime';
    const state = new FakeState().put(near, 'propertyDefinition', { qualifiedName: 'x' });
    const values = [{ string: 'a' }];
    const after = { properties: [{ propertyUrn: `${near}s`, values }] };
    expect(check(state, { after })[0]).toContain("Did you mean 'io.acme.retentionTime'? Define it");
    const rights = {
      seesEveryProperty: false,
      mayRead: () => true,
      mayKnow: () => false,
      mayAssign: () => true,
    };
    expect(check(state, { after }, rights)[0]).not.toContain('Did you mean');
  });

  it('refuses a soft-deleted property with that one failure', () => {
    const state = defined({ valueType: 'urn:li:dataType:datahub.number' }).put(PROPERTY, 'status', {
      removed: true,
    });
    expect(check(state, { after: assign({ string: 'a' }) })).toEqual([
      `Cannot apply a soft deleted Structured Property value: ${PROPERTY}. Restore the property first ('colophon restore', or status.removed = false).`,
    ]);
  });
});

describe('values of assignments', () => {
  it('refuses several values of a single-valued property', () => {
    expect(check(defined(), { after: assign({ string: 'a' }, { string: 'b' }) })).toEqual([
      `Property: ${PROPERTY} has cardinality 1, but multiple values were assigned: [{string=a}, {string=b}]. ` +
        'Send one value, or set the cardinality of the property to MULTIPLE.',
    ]);
  });

  it.each<[string, JsonValue]>([
    ['string', { string: 'any' }],
    ['rich_text', { string: '**any**' }],
    ['number', { double: 30 }],
    ['number', { string: '60' }],
    ['number', { string: '1e3' }],
    ['date', { string: '2024-02-29' }],
    ['date', { string: '1000-01-01' }],
    ['date', { string: '9999-12-31' }],
    ['urn', { string: DATASET }],
  ])('accepts as %s %j', (type, value) => {
    expect(check(ofType(type), { after: assign(value) })).toEqual([]);
  });

  it.each<[string, JsonValue, string]>([
    ['string', { double: 200030 }, 'value: {double=200030.0} should be a string'],
    ['rich_text', { double: 1 }, 'value: {double=1.0} should be a string'],
    ['date', { double: 1 }, 'value: {double=1.0} should be a string'],
    ['urn', { double: 1.5 }, 'value: {double=1.5} should be a string'],
    ['number', { string: '30 days' }, 'value: {string=30 days} should be a number'],
    ['number', { string: '9007199254740993' }, 'value: {string=9007199254740993} should be a number'],
    ['number', { string: 'Infinity' }, 'value: {string=Infinity} should be a number'],
    ['number', { string: '-1e999' }, 'value: {string=-1e999} should be a number'],
    ['number', { string: '' }, 'value: {string=} should be a number'],
    ['date', { string: '2023-02-29' }, 'value: {string=2023-02-29} should be a date with format YYYY-MM-DD'],
    ['date', { string: '2023-2-9' }, 'value: {string=2023-2-9} should be a date with format YYYY-MM-DD'],
    ['date', { string: '0999-12-31' }, 'value: {string=0999-12-31} should be a date with format YYYY-MM-DD'],
    [
      'date',
      { string: ' 2023-02-01' },
      'value: {string= 2023-02-01} should be a date with format YYYY-MM-DD',
    ],
    ['urn', { string: 'x' }, 'value: {string=x} should be an urn'],
    [
      'foo',
      { string: 'x' },
      'Validation support for type urn:li:dataType:datahub.foo is not yet implemented.',
    ],
  ])('refuses as %s %j', (type, value, words) => {
    const [text, ...others] = check(ofType(type), { after: assign(value) });
    expect(text).toContain(`Property: ${PROPERTY}, value: `);
    expect(text).toContain(words);
    expect(others).toEqual([]);
  });

  it('checks every value', () => {
    expect(
      check(ofType('number'), { after: assign({ string: 'x' }, { double: 1 }, { string: 'y' }) }),
    ).toHaveLength(2);
  });

  it('refuses a urn of another type than those allowed, ignoring case and namespace', () => {
    const state = ofType('urn', {
      typeQualifier: { allowedTypes: ['urn:li:entityType:datahub.corpuser', 'urn:li:entityType:DATASET'] },
    });
    expect(check(state, { after: assign({ string: 'urn:li:corpuser:a' }, { string: DATASET }) })).toEqual([]);
    expect(check(state, { after: assign({ string: 'urn:li:tag:t' }) })).toEqual([
      expect.stringContaining(
        'value: {string=urn:li:tag:t} is not of any supported urn types:[urn:li:entityType:datahub.corpuser, ',
      ),
    ]);
    const any = ofType('urn', { typeQualifier: { allowedTypes: [] } });
    expect(check(any, { after: assign({ string: 'urn:li:tag:t' }) })).toEqual([]);
  });

  it('refuses a value that is not allowed, with the message that clients match', () => {
    const state = ofType('string', {
      allowedValues: [{ value: { string: 'foo' } }, { value: { string: 'bar' } }],
    });
    expect(check(state, { after: assign({ string: 'foo' }, { string: 'bar' }) })).toEqual([]);
    expect(check(state, { after: assign({ string: 'foo' }, { string: 'baz' }) })).toEqual([
      expect.stringContaining(
        `Property: ${PROPERTY}, value: {string=baz} should be one of [{string=foo}, {string=bar}]`,
      ),
    ]);
  });

  it('compares allowed values by value', () => {
    const state = ofType('number', { allowedValues: [{ value: { double: 30 } }] });
    expect(check(state, { after: assign({ double: 30.0 }) })).toEqual([]);
    expect(check(state, { after: assign({ string: '30' }) })).toEqual([
      expect.stringContaining('value: {string=30} should be one of [{double=30.0}]'),
    ]);
    const texts = ofType('number', { allowedValues: [{ value: { string: '30' } }] });
    expect(check(texts, { after: assign({ double: 30 }) })).toEqual([]);
  });

  it('treats an empty list of allowed values as no restriction', () => {
    expect(check(ofType('string', { allowedValues: [] }), { after: assign({ string: 'a' }) })).toEqual([]);
  });

  it('refuses a value that is too long in UTF-8', () => {
    const settings = { keywordMaxLength: 4 };
    expect(check(ofType('string'), { after: assign({ string: 'éé' }), settings })).toEqual([]);
    expect(check(ofType('string'), { after: assign({ string: 'ééé' }), settings })).toEqual([
      expect.stringContaining(
        `Property: ${PROPERTY}, value is 6 bytes which exceeds the maximum of 4 UTF-8 bytes`,
      ),
    ]);
  });
});

describe('entities that a property is for', () => {
  const chart = 'urn:li:chart:(looker,c)';

  it('refuses a new assignment to another type of entity unless the operator allows it', () => {
    const [text] = check(defined(), { urn: chart, after: assign({ string: 'a' }) });
    expect(text).toContain(`Property: ${PROPERTY} cannot be assigned to entities of type chart`);
    const settings = { enforceEntityTypes: false };
    expect(check(defined(), { urn: chart, after: assign({ string: 'a' }), settings })).toEqual([]);
  });

  it('accepts existing assignments until their values change', () => {
    const before = assign({ string: 'a' });
    expect(check(defined(), { urn: chart, before, after: before })).toEqual([]);
    expect(check(defined(), { urn: chart, before, after: assign({ string: 'b' }) })).toHaveLength(1);
  });

  it('accepts entity types without the namespace and in other case', () => {
    const state = defined({ entityTypes: ['urn:li:entityType:CHART'] });
    expect(check(state, { urn: chart, after: assign({ string: 'a' }) })).toEqual([]);
  });

  it('refuses entities of other platforms', () => {
    const state = defined({
      allowedPlatforms: ['urn:li:dataPlatform:snowflake'],
      entityTypes: [
        DATASET_TYPE,
        'urn:li:entityType:datahub.container',
        'urn:li:entityType:datahub.schemaField',
      ],
    });
    const after = assign({ string: 'a' });
    const snowflake = DATASET.replace('hive', 'snowflake');
    expect(check(state, { urn: snowflake, after })).toEqual([]);
    expect(check(state, { urn: `urn:li:schemaField:(${snowflake},c)`, after })).toEqual([]);
    expect(check(state, { after })).toEqual([
      expect.stringContaining(
        `is restricted to data platforms [urn:li:dataPlatform:snowflake], but the entity ${DATASET} belongs to platform urn:li:dataPlatform:hive.`,
      ),
    ]);
    const container = 'urn:li:container:c';
    expect(check(state, { urn: container, after })).toEqual([
      expect.stringContaining(
        `is restricted to specific data platforms [urn:li:dataPlatform:snowflake], but the entity ${container} does not have a data platform.`,
      ),
    ]);
    state.put(container, 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:snowflake' });
    expect(check(state, { urn: container, after })).toEqual([]);
  });
});

describe('immutable properties', () => {
  const state = ofType('string', { immutable: true });
  const before = assign({ string: 'a' }, { string: 'b' });

  it('can be set once', () => {
    expect(check(state, { after: before })).toEqual([]);
  });

  it('keep their values, in order', () => {
    expect(check(state, { before, after: assign({ string: 'b' }, { string: 'a' }) })).toEqual([
      `Cannot mutate an immutable property: ${PROPERTY}. Keep [{string=a}, {string=b}].`,
    ]);
  });

  it('may get new stamps', () => {
    const stamped = {
      properties: [
        {
          propertyUrn: PROPERTY,
          values: [{ string: 'a' }, { string: 'b' }],
          lastModified: { time: 1, actor: 'urn:li:corpuser:a' },
        },
      ],
    };
    expect(check(state, { before, after: stamped })).toEqual([]);
  });

  it('cannot be removed, alone or with the aspect', () => {
    const text = `Cannot delete an immutable property ${PROPERTY}. Keep [{string=a}, {string=b}].`;
    expect(check(state, { before, after: { properties: [] } })).toEqual([text]);
    expect(check(state, { before })).toEqual([text]);
  });

  it('can be changed once their definition is deleted', () => {
    expect(check(new FakeState(), { before, after: { properties: [] } })).toEqual([]);
  });
});
