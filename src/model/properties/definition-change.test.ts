import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakingReasons as reasons,
  isDefinitionVersion,
  versionAllowsBreaking,
} from './definition-change.ts';
import { parseDefinition, type PropertyDefinition } from '../structured-property.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';

const NUMBER = 'urn:li:dataType:datahub.number';
const STRING = 'urn:li:dataType:datahub.string';

function definition(parts: JsonObject): PropertyDefinition {
  return parseDefinition({ qualifiedName: 'a', valueType: STRING, entityTypes: [], ...parts });
}

function allowed(...texts: string[]): JsonObject {
  return { allowedValues: texts.map((string) => ({ value: { string } })) };
}

/** The texts of all reasons; also compares the data of each with its text. */
function textsOf(...[before, after]: Parameters<typeof reasons>): readonly string[] {
  return reasons(before, after).map(({ lost, member, text }) => {
    expect(text).toContain(member);
    for (const one of lost) expect(text).toContain(one.replace(/\.0$/, ''));
    return text;
  });
}

describe('entity types', () => {
  const of = (...names: string[]) =>
    definition({ entityTypes: names.map((name) => `urn:li:entityType:${name}`) });
  const qualified = (valueType: string, ...allowedTypes: string[]) =>
    definition({ valueType: `urn:li:dataType:datahub.${valueType}`, typeQualifier: { allowedTypes } });

  it('may be added, ordered and spelled in another way, but not lost', () => {
    expect(textsOf(of('datahub.dataset'), of('datahub.chart', 'dataset'))).toEqual([]);
    expect(textsOf(of('datahub.dataset', 'datahub.chart'), of('datahub.dataset'))).toEqual([
      'Entity types cannot be removed as this is a backwards incompatible change: entityTypes loses [urn:li:entityType:datahub.chart]',
    ]);
  });

  it('allowed for urns can only be removed from properties without urn values', () => {
    expect(textsOf(qualified('string', 'urn:li:entityType:datahub.tag'), qualified('string'))).toEqual([]);
    expect(textsOf(qualified('string'), qualified('string', 'urn:li:entityType:datahub.tag'))).toEqual([]);
    expect(textsOf(qualified('urn', 'urn:li:entityType:datahub.tag'), qualified('urn'))).toEqual([]);
    expect(textsOf(qualified('urn'), qualified('urn', 'urn:li:entityType:datahub.tag'))).toEqual([
      'Allowed types cannot be removed as this is a backwards incompatible change: allowedTypes did not restrict, now only [urn:li:entityType:datahub.tag]',
    ]);
  });
});

describe('allowed values', () => {
  const numbers = (...values: JsonValue[]) =>
    definition({ valueType: NUMBER, allowedValues: values.map((value) => ({ value })) });

  it('of a number property compare by value', () => {
    const before = numbers({ string: '30' }, { double: 0 });
    expect(textsOf(before, numbers({ double: -0 }, { string: '3e1' }))).toEqual([]);
    expect(textsOf(before, numbers({ double: 0 }))).toEqual([
      'Cannot restrict values that were previously allowed: allowedValues loses 30',
    ]);
  });

  it('may lose a value of another type', () => {
    expect(textsOf(numbers({ string: 'foo' }, { double: 1 }), numbers({ double: 1 }))).toEqual([]);
  });
});

describe('breakingReasons', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'another value type',
      {},
      { valueType: NUMBER },
      `Value type cannot be changed as this is a backwards incompatible change: valueType ${STRING} to ${NUMBER}`,
    ],
    [
      'fewer values',
      { cardinality: 'MULTIPLE' },
      { cardinality: 'SINGLE' },
      'Property definition cardinality cannot be changed from MULTIPLE to SINGLE',
    ],
    [
      'fewer values by default',
      { cardinality: 'MULTIPLE' },
      {},
      'Property definition cardinality cannot be changed from MULTIPLE to SINGLE',
    ],
    [
      'a new restriction',
      {},
      allowed('a'),
      'Cannot restrict values that were previously allowed: allowedValues did not restrict, now only "a"',
    ],
    [
      'a lost value',
      allowed('a', 'b', 'c'),
      allowed('b'),
      'Cannot restrict values that were previously allowed: allowedValues loses "a", "c"',
    ],
  ])('reports %s', (_name, before, after, reason) => {
    expect(textsOf(definition(before), definition(after))).toEqual([reason]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['more values', {}, { cardinality: 'MULTIPLE' }],
    ['appended values', allowed('a'), allowed('b', 'a')],
    ['a dropped restriction', allowed('a'), {}],
    ['an emptied restriction', allowed('a'), allowed()],
    [
      'another description of a value',
      allowed('a'),
      { allowedValues: [{ value: { string: 'a' }, description: 'd' }] },
    ],
    [
      'more entity types, other texts and flags',
      {},
      {
        entityTypes: ['urn:li:entityType:datahub.chart'],
        immutable: true,
        displayName: 'A',
        typeQualifier: { allowedTypes: [] },
      },
    ],
  ])('accepts %s', (_name, before, after) => {
    expect(textsOf(definition(before), definition(after))).toEqual([]);
  });

  it('reports every reason', () => {
    const before = definition({ cardinality: 'MULTIPLE' });
    const after = definition({ valueType: NUMBER, allowedValues: [{ value: { double: 1 } }] });
    expect(textsOf(before, after)).toHaveLength(3);
  });
});

describe('isDefinitionVersion', () => {
  it.each(['20240610000000', '20240229235959', '00010101000000', '99991231235959'])(
    'accepts %s',
    (version) => {
      expect(isDefinitionVersion(version)).toBe(true);
    },
  );

  it.each([
    '',
    '2024',
    '20240610',
    '2024061000000',
    '202406100000000',
    '20240610240000',
    '20240610006000',
    '20240610000060',
    '20241301000000',
    '20240001000000',
    '20240600000000',
    '20240631000000',
    '20230229000000',
    '21000229000000',
    '00000101000000',
    '2024.610000000',
    'v1',
    ' 20240610000000',
  ])('rejects %s', (version) => {
    expect(isDefinitionVersion(version)).toBe(false);
  });

  it('accepts every valid date and time', () => {
    const moments = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (date) => {
        expect(isDefinitionVersion(date.toISOString().replace(/[-T:]|\..*/g, ''))).toBe(true);
      }),
    );
  });
});

describe('versionAllowsBreaking', () => {
  it('requires a version greater than all previous ones', () => {
    expect(versionAllowsBreaking('20240610000000', undefined)).toBe(true);
    expect(versionAllowsBreaking('20240610000001', '20240610000000')).toBe(true);
    expect(versionAllowsBreaking('20240610000000', '20240610000000')).toBe(false);
    expect(versionAllowsBreaking('20240609000000', '20240610000000')).toBe(false);
    expect(versionAllowsBreaking(undefined, undefined)).toBe(false);
    expect(versionAllowsBreaking('99999999999999', undefined)).toBe(false);
  });
});
