import { describe, expect, it } from 'vitest';
import { FakeState, aspectChange, ruleContext } from '../../../test/support/memory/fake-state.ts';
import { entityTypeOf, parseUrn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { numberValues } from './number-values.ts';

const PROPERTY = 'urn:li:structuredProperty:p';
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,t,PROD)';
const ofType = (type: string) => ({ qualifiedName: 'p', valueType: `urn:li:dataType:datahub.${type}` });

function mutated(urn: string, after: JsonObject, type = 'number'): JsonObject {
  const isDefinition = entityTypeOf(parseUrn(urn)) === 'structuredProperty';
  const aspectName = isDefinition ? 'propertyDefinition' : 'structuredProperties';
  const state = new FakeState().put(PROPERTY, 'propertyDefinition', ofType(type), { generation: 1 });
  return numberValues.mutate({ ...aspectChange({ urn, aspectName, after }), after }, ruleContext(state));
}

describe('values of a number property', () => {
  const allowed = (...values: JsonObject[]) => ({ allowedValues: values.map((value) => ({ value })) });
  const assigned = (...values: JsonObject[]) => ({ properties: [{ propertyUrn: PROPERTY, values }] });

  it('become numbers if they are strings', () => {
    const texts = { ...ofType('number'), ...allowed({ string: '30' }, { double: 60 }, { string: 'foo' }) };
    const numbers = allowed({ double: 30 }, { double: 60 }, { string: 'foo' });
    expect(mutated(PROPERTY, texts)).toEqual({ ...ofType('number'), ...numbers });
    expect(mutated(DATASET, assigned({ string: '1e3' }, { string: 'foo' }))).toEqual(
      assigned({ double: 1000 }, { string: 'foo' }),
    );
  });

  it.each(['string', 'rich_text', 'date', 'urn'])('stay strings for %s', (type) => {
    const texts = { ...ofType(type), ...allowed({ string: '30' }) };
    expect(mutated(PROPERTY, texts)).toBe(texts);
    const values = assigned({ string: '30' });
    expect(mutated(DATASET, values, type)).toBe(values);
  });

  it.each<JsonObject>([
    {},
    { properties: 1 },
    { properties: [null, 1, {}, { propertyUrn: 'x', values: [{ string: '1' }] }] },
    { properties: [{ propertyUrn: PROPERTY, values: {} }] },
  ])('pass on %j', (after) => {
    expect(mutated(DATASET, after)).toBe(after);
  });

  it.each<JsonObject>([{ allowedValues: {} }, { allowedValues: [1, {}, null] }, { valueType: 7 }])(
    'pass on the definition %j',
    (more) => {
      const after = { ...ofType('number'), ...more };
      expect(mutated(PROPERTY, after)).toBe(after);
    },
  );
});
