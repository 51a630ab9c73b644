import type { EntityAttributes, PropertyAttribute } from './entity-predicate.ts';
import { parseDouble } from './scalar-text.ts';
import type { PropertyState } from './structured-property.ts';
import { doubleText, propertyValue, scalarOf } from './structured-property.ts';
import type { JsonValue } from '../util/json.ts';

const VALUE = 'value of ';
const TEXT = 'text of ';

/** The attribute in which all values of a property are, as texts. */
export function valuesOfProperty(propertyUrn: string): PropertyAttribute {
  return `${VALUE}${propertyUrn}`;
}

/** The attribute in which the values of a property are that can be looked into. */
export function textsOfProperty(propertyUrn: string): PropertyAttribute {
  return `${TEXT}${propertyUrn}`;
}

/** The property that an attribute is about; undefined when it is about none. */
export function propertyOfAttribute(attribute: string): string | undefined {
  const prefix = [VALUE, TEXT].find((start) => attribute.startsWith(start));
  return prefix === undefined ? undefined : attribute.slice(prefix.length);
}

/** What an entity has of a property. A number is there in both ways in which people write it, `30` and `30.0`. */
export function propertyAttributes(
  { definition, urn }: PropertyState,
  values: readonly JsonValue[],
): EntityAttributes {
  const scalars = values.flatMap((json) => {
    const value = propertyValue(json);
    return value === undefined ? [] : [scalarOf(value)];
  });
  switch (definition.valueType) {
    case 'number':
      return { [valuesOfProperty(urn)]: scalars.flatMap(numberTexts) };
    case 'date':
      return { [valuesOfProperty(urn)]: scalars.map(String) };
    default: {
      const texts = scalars.map(String);
      return { [valuesOfProperty(urn)]: texts, [textsOfProperty(urn)]: texts };
    }
  }
}

/** The number that one of its texts stands for; undefined for other texts, `3e1` for example. */
export function numberOf(text: string): number | undefined {
  const number = parseDouble(text);
  return number !== undefined && numberTexts(number).includes(text) ? number : undefined;
}

function numberTexts(scalar: string | number): readonly string[] {
  const number = typeof scalar === 'number' ? scalar : parseDouble(scalar);
  return number === undefined ? [] : [doubleText(number), String(number)];
}
