import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryAspect,
  isRequiredField,
  sampleAspect,
} from '../../../test/support/samples/aspect-values.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { MOST_FAILURES } from '../failures.ts';
import { inspectAspect, validateAspect } from './aspect-schema.ts';
import type { AspectSpec, FieldType } from '../entity-registry.ts';
import { loadRegistry } from '../registry/load-registry.ts';

const registry = loadRegistry(readRegistry());

function aspect(name: string): AspectSpec {
  const spec = registry.aspects.get(name);
  if (spec === undefined) throw new Error(`no aspect ${name}`);
  return spec;
}

function violations(name: string, value: JsonObject): readonly string[] {
  return validateAspect(aspect(name), value).map(({ path, message }) => `${path}: ${message}`);
}

function without(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** A value that no field of the type accepts. */
function wrongValue(type: FieldType): JsonValue {
  return type.kind === 'boolean' ? 'true' : type.kind === 'array' ? {} : type.kind === 'map' ? [] : true;
}

describe.each([...registry.aspects.values()])('$name', (spec) => {
  const complete = sampleAspect(spec, 'all');

  it('accepts a value with every field and one with the required fields', () => {
    expect(validateAspect(spec, complete)).toEqual([]);
    expect(validateAspect(spec, sampleAspect(spec, 'required'))).toEqual([]);
  });

  it('accepts null in exactly the optional fields', () => {
    for (const field of spec.record.fields.values()) {
      const found = validateAspect(spec, { ...complete, [field.name]: null });
      expect(found.length, field.name).toBe(field.optional ? 0 : 1);
    }
  });

  it('reports each missing required field', () => {
    for (const field of spec.record.fields.values()) {
      const found = validateAspect(spec, without(complete, field.name));
      expect(found.map(({ path }) => path)).toEqual(isRequiredField(field) ? [`/${field.name}`] : []);
    }
  });

  it('reports each field of the wrong type', () => {
    for (const field of spec.record.fields.values()) {
      const found = validateAspect(spec, { ...complete, [field.name]: wrongValue(field.type) });
      expect(found.map(({ path }) => path)).toEqual([`/${field.name}`]);
    }
  });

  it('reports an unknown field with the text that clients match', () => {
    const [found] = validateAspect(spec, { ...complete, surely_not_a_field: 1 });
    expect(found?.path).toBe('/surely_not_a_field');
    expect(found?.message).toMatch(/^unrecognized field found but not allowed/);
  });

  it('rejects unknown and bare union members', () => {
    for (const { name, type } of spec.record.fields.values()) {
      const union = type.kind === 'array' ? type.items : type;
      if (union.kind !== 'union') continue;
      for (const value of [{ 'com.linkedin.NoSuchType': {} }, 'bare', {}, { string: 'a', double: 1 }]) {
        const wrapped = type.kind === 'array' ? [value] : value;
        expect(validateAspect(spec, { ...complete, [name]: wrapped })).toHaveLength(1);
      }
    }
  });
});

describe('validateAspect', () => {
  it('accepts every generated value and never throws on any JSON', () => {
    const specs = [...registry.aspects.values()];
    fc.assert(
      fc.property(
        fc.constantFrom(...specs).chain((spec) => fc.tuple(fc.constant(spec), arbitraryAspect(spec))),
        ([spec, value]) => {
          expect(validateAspect(spec, value)).toEqual([]);
        },
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...specs), fc.dictionary(fc.string(), fc.jsonValue()), (spec, value) => {
        // fc.jsonValue generates valid JSON, although its type allows more.
        validateAspect(spec, JSON.parse(JSON.stringify(value)) as JsonObject);
      }),
    );
  });

  it('reports the length of a value, wherever it is long', () => {
    const properties = registry.aspects.get('datasetProperties');
    if (properties === undefined) throw new Error('No datasetProperties.');
    const long = 'x'.repeat(10_000);
    const lengthOf = (value: JsonObject): number => inspectAspect(properties, value).length;
    expect(lengthOf({ description: 'short', customProperties: {} })).toBeLessThan(10);
    expect(lengthOf({ description: long, customProperties: {} })).toBeGreaterThan(10_000);
    expect(lengthOf({ customProperties: { [long]: 'short' } })).toBeGreaterThan(10_000);
    expect(
      lengthOf({ customProperties: {}, tags: Array.from({ length: 10_000 }, () => '') }),
    ).toBeGreaterThan(10_000);
  });

  it('names the urn that a bare key means', () => {
    const definition = {
      qualifiedName: 'a',
      valueType: 'string',
      entityTypes: ['urn:li:entityType:dataset'],
    };
    expect(violations('propertyDefinition', definition)).toEqual([
      `/valueType: Invalid urn!: "string"; expected 'urn:li:dataType:<key>', such as 'urn:li:dataType:string'`,
    ]);
  });

  it('reports the path and the remedy', () => {
    const values: JsonValue = [{ double: '30' }, '30d', { 'com.linkedin.pegasus2avro.x.Y': {} }];
    const properties = [{ propertyUrn: 'io.acryl.retention', values }];
    expect(violations('structuredProperties', { properties })).toEqual([
      '/properties/0/propertyUrn: Invalid urn!: "io.acryl.retention"; expected \'urn:li:<entityType>:<key>\' with balanced parentheses',
      '/properties/0/values/0/double: "30" cannot be coerced to double; use a number without quotes',
      '/properties/0/values/1: "30d" is not a member of a union; write one of {"string": ...}, {"double": ...}',
      '/properties/0/values/2: "com.linkedin.pegasus2avro.x.Y" is not a member type of the union; use one of {"string": ...}, {"double": ...}',
    ]);
  });

  it('accepts whole numbers in the range of their type and no others', () => {
    const time = (value: JsonValue): readonly string[] =>
      violations('datasetProperties', { created: { time: value } });
    expect(time(2 ** 53 - 1)).toEqual([]);
    expect(time(2 ** 53)).toEqual([
      expect.stringContaining('/created/time: 9007199254740992 would be rounded'),
    ]);
    expect(time(1.5)).toEqual([expect.stringContaining('1.5 cannot be coerced to long')]);
    expect(time('1')).toEqual([expect.stringContaining('"1" cannot be coerced to long')]);
    const timezone = (value: number): readonly string[] => violations('slackUserInfo', slackUser(value));
    expect(timezone(2 ** 31 - 1)).toEqual([]);
    expect(timezone(2 ** 31)).toEqual([expect.stringContaining('out of range of int')]);
    expect(timezone(-(2 ** 31) - 1)).toHaveLength(1);
  });

  it('accepts decimals in the range of their type, whole numbers among them', () => {
    const timeout = (value: JsonValue): readonly string[] =>
      violations('mcpServerProperties', {
        ...sampleAspect(aspect('mcpServerProperties'), 'required'),
        timeout: value,
      });
    expect(timeout(30)).toEqual([]);
    expect(timeout(3e38)).toEqual([]);
    expect(timeout(4e38)).toEqual([expect.stringContaining('out of range of float')]);
    expect(timeout(Infinity)).toHaveLength(1);
  });

  it('accepts urns above the length limit of stored entities, for deeply nested columns', () => {
    const column = `urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD),${'[type=struct].'.repeat(60)}a b)`;
    const entity = { entities: [{ entity: column }] };
    expect(violations('querySubjects', { subjects: entity.entities })).toEqual([]);
    expect(violations('querySubjects', { subjects: [{ entity: `${column})` }] })).toHaveLength(1);
  });

  it('limits the depth and the number of violations', () => {
    const tags = Array.from({ length: 1000 }, () => 1);
    expect(violations('datasetProperties', { tags })).toHaveLength(MOST_FAILURES + 1);
    const recursive = loadRegistry([
      { path: 'tree.json', content: { aspect: 'tree', class: 'org.example.Tree', fields: TREE_FIELDS } },
    ]).aspects.get('tree');
    if (recursive === undefined) throw new Error('no aspect tree');
    const nested = (depth: number): JsonObject => (depth === 0 ? {} : { child: nested(depth - 1) });
    expect(validateAspect(recursive, nested(90))).toEqual([]);
    expect(validateAspect(recursive, nested(5000))).toEqual([
      {
        path: '/child'.repeat(101),
        message: expect.stringContaining('nested deeper than 100 levels') as string,
      },
    ]);
  });

  it('does not treat prototype members as fields', () => {
    const value: unknown = JSON.parse('{"removed":false,"__proto__":1,"constructor":2}');
    if (!isJsonObject(value)) throw new Error('no object');
    expect(validateAspect(aspect('status'), value).map(({ path }) => path)).toEqual([
      '/__proto__',
      '/constructor',
    ]);
    expect(
      violations('structuredProperties', {
        properties: [{ propertyUrn: 'urn:li:tag:a', values: [{ toString: 1 }] }],
      }),
    ).toEqual([expect.stringContaining('"toString" is not a member type')]);
  });
});

const TREE_FIELDS = { child: { type: 'org.example.Tree', optional: true } };

function slackUser(timezoneOffset: number): JsonObject {
  return { ...sampleAspect(aspect('slackUserInfo'), 'required'), timezoneOffset };
}
