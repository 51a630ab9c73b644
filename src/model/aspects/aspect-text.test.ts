import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryAspect } from '../../../test/support/samples/aspect-values.ts';
import { readRegistry } from '../../config/read-registry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { inspectAspect } from './aspect-schema.ts';
import { canonicalAspect } from './aspect-text.ts';
import type { AspectSpec } from '../entity-registry.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import { effort } from '../../../test/support/effort.ts';

const registry = loadRegistry(readRegistry());

function aspect(name: string): AspectSpec {
  const spec = registry.aspects.get(name);
  if (spec === undefined) throw new Error(`no aspect ${name}`);
  return spec;
}

function valuesText(...doubles: readonly number[]): string {
  const values = doubles.map((double) => ({ double }));
  const text = canonicalAspect(aspect('structuredProperties'), {
    properties: [{ propertyUrn: 'urn:li:structuredProperty:a', values }],
  });
  return /"values":\[(.*)\]\}\]\}$/.exec(text)?.[1] ?? text;
}

describe('canonicalAspect', () => {
  it('reads a value without nulls once, also if its strings and names contain the word', () => {
    let reads = 0;
    const field = {
      get fieldPath() {
        reads++;
        return 'null';
      },
      nullable: true,
    };
    const text = canonicalAspect(aspect('schemaMetadata'), { schemaName: 'null', fields: [field] });
    expect(text).toBe('{"schemaName":"null","fields":[{"fieldPath":"null","nullable":true}]}');
    expect(reads).toBe(1);
  });

  it('writes doubles with a decimal point or an exponent', () => {
    expect(valuesText(30)).toBe('{"double":30.0}');
    expect(valuesText(-0)).toBe('{"double":-0.0}');
    expect(valuesText(30.5, 1e-7)).toBe('{"double":30.5},{"double":1e-7}');
    expect(valuesText(1e20, 1e21)).toBe('{"double":100000000000000000000.0},{"double":1e+21}');
    expect(valuesText(1e308)).toBe('{"double":1e+308}');
  });

  it('keeps integers, strings and member order and adds nothing', () => {
    const value = { name: 'null', tags: [], customProperties: { b: '30', a: 'é\n"' }, created: { time: 1 } };
    expect(canonicalAspect(aspect('datasetProperties'), value)).toBe(JSON.stringify(value));
    expect(canonicalAspect(aspect('status'), {})).toBe('{}');
  });

  it('drops nulls of optional fields, including in lists', () => {
    expect(
      canonicalAspect(aspect('datasetProperties'), { description: null, name: 'a', created: null }),
    ).toBe('{"name":"a"}');
    const assignment = {
      propertyUrn: 'urn:li:structuredProperty:a',
      values: [{ string: 'x' }],
      created: null,
    };
    expect(canonicalAspect(aspect('structuredProperties'), { properties: [assignment] })).toBe(
      '{"properties":[{"propertyUrn":"urn:li:structuredProperty:a","values":[{"string":"x"}]}]}',
    );
  });

  it('round-trips value and text', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(...registry.aspects.values())
          .chain((spec) => fc.tuple(fc.constant(spec), arbitraryAspect(spec))),
        ([spec, value]) => {
          const text = canonicalAspect(spec, value);
          const parsed: unknown = JSON.parse(text);
          if (!isJsonObject(parsed)) throw new Error(text);
          expect(plain(parsed)).toEqual(plain(value));
          expect(canonicalAspect(spec, parsed)).toBe(text);
          // An exact value is handed over instead of the parsed text.
          const isSame = isDeepStrictEqual(parsed, structuredClone(value));
          expect(isSame || !inspectAspect(spec, value).isExact).toBe(true);
        },
      ),
      { numRuns: effort(500) },
    );
  });
});

/** Without nulls, and with 0 for -0, which the text keeps for decimals only. */
function plain(value: JsonObject): JsonValue {
  return JSON.parse(
    JSON.stringify(value, (_key, member: unknown) => (member === null ? undefined : member)),
  ) as JsonValue;
}
