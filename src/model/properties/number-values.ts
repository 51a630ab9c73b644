import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { valueTypeOf } from '../structured-property.ts';
import { asNumber } from './number-text.ts';

/**
 * The `structuredProperties` aspect with strings of number properties converted to numbers; the same object if there
 * are none.
 */
export function withNumbers(aspect: JsonObject, isNumeric: (propertyUrn: string) => boolean): JsonObject {
  const properties = changed(aspect['properties'], (assignment) => {
    if (!isJsonObject(assignment) || typeof assignment['propertyUrn'] !== 'string') return assignment;
    const values = changed(assignment['values'], asNumber);
    const isKept = values === assignment['values'] || !isNumeric(assignment['propertyUrn']);
    return isKept || values === undefined ? assignment : { ...assignment, values };
  });
  return properties === undefined || properties === aspect['properties'] ? aspect : { ...aspect, properties };
}

/**
 * The `propertyDefinition` aspect with allowed strings of a number property converted to numbers; the same object if
 * there are none.
 */
export function withAllowedNumbers(definition: JsonObject): JsonObject {
  const { valueType } = definition;
  if (typeof valueType !== 'string' || valueTypeOf(valueType) !== 'number') return definition;
  const allowedValues = changed(definition['allowedValues'], withNumber);
  const isSame = allowedValues === undefined || allowedValues === definition['allowedValues'];
  return isSame ? definition : { ...definition, allowedValues };
}

/** The `structuredPropertyDisplay` aspect with coloured strings converted to numbers; the same object if there are none. */
export function withColoredNumbers(display: JsonObject): JsonObject {
  const valueColors = changed(display['valueColors'], withNumber);
  const isSame = valueColors === undefined || valueColors === display['valueColors'];
  return isSame ? display : { ...display, valueColors };
}

/** The object with its `value` converted to a number; the same object if there is nothing to convert. */
function withNumber(item: JsonValue): JsonValue {
  if (!isJsonObject(item) || item['value'] === undefined) return item;
  const value = asNumber(item['value']);
  return value === item['value'] ? item : { ...item, value };
}

/** The list with its items converted; the same value if none changes or if it is not a list. */
function changed(
  list: JsonValue | undefined,
  convert: (item: JsonValue) => JsonValue,
): JsonValue | undefined {
  if (!isList(list)) return list;
  const items = list.map(convert);
  return items.every((item, i) => item === list[i]) ? list : items;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
