import type { EntityAttributes, PropertyAttribute } from '../entity-predicate.ts';
import { parseDecimal } from '../../util/decimal-number.ts';
import { doubleText, propertyValue, scalarOf, type PropertyState } from '../structured-property.ts';
import type { JsonValue } from '../../util/json.ts';

const VALUE = 'value of ';
const TEXT = 'text of ';

/** Attribute with all values of a property, as strings. */
export function valuesOfProperty(propertyUrn: string): PropertyAttribute {
  return `${VALUE}${propertyUrn}`;
}

/** Attribute with the values of a property for prefix matches; empty for numbers and dates. */
export function textsOfProperty(propertyUrn: string): PropertyAttribute {
  return `${TEXT}${propertyUrn}`;
}

/** Property urn of a property attribute; undefined for other attributes. */
export function propertyOfAttribute(attribute: string): string | undefined {
  const prefix = [VALUE, TEXT].find((start) => attribute.startsWith(start));
  return prefix === undefined ? undefined : attribute.slice(prefix.length);
}

/** Attributes of an entity from its values of a property. A number is included in both spellings, `30` and `30.0`. */
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

/** Parses a number in one of the spellings `30` and `30.0`; undefined for any other, such as `3e1`. */
export function numberOf(text: string): number | undefined {
  const number = parseDecimal(text);
  return number !== undefined && numberTexts(number).includes(text) ? number : undefined;
}

function numberTexts(scalar: string | number): readonly string[] {
  const number = typeof scalar === 'number' ? scalar : parseDecimal(scalar);
  return number === undefined ? [] : [doubleText(number), String(number)];
}
