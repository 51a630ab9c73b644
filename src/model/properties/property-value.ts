import { readDecimal } from '../../util/decimal-number.ts';
import { type PropertyDefinition, type PropertyValue, doubleText } from '../structured-property.ts';
import { isUrn } from '../urn.ts';
import { parseDay } from './scalar-text.ts';
import { itemText, listOf } from '../../util/list-text.ts';

/** Why a value does not have the value type of the definition, in DataHub's words; undefined if it has. */
export function typeProblem(
  value: PropertyValue,
  { valueType, valueTypeUrn }: Pick<PropertyDefinition, 'valueType' | 'valueTypeUrn'>,
): string | undefined {
  const shown = `value: ${valueText(value)}`;
  if ('string' in value && !value.string.isWellFormed()) {
    return `${shown.toWellFormed()} has half of a surrogate pair, which UTF-8 cannot encode. Send whole characters.`;
  }
  switch (valueType) {
    case undefined:
      return `${shown}. Validation support for type ${valueTypeUrn} is not yet implemented. Define the property with one of DataHub's types, such as urn:li:dataType:datahub.string.`;
    case 'number': {
      const read = 'double' in value ? value.double : readDecimal(value.string);
      return typeof read === 'number' ? undefined : `${shown} should be a number. ${read.problem}`;
    }
    default:
      if (!('string' in value)) return `${shown} should be a string. Send a string.`;
      if (valueType === 'date' && !isDay(value.string)) {
        return `${shown} should be a date with format YYYY-MM-DD, from 1000-01-01 to 9999-12-31.`;
      }
      if (valueType === 'urn' && !isUrn(value.string)) {
        return `${shown} should be an urn. Use the form urn:li:<entityType>:<key>.`;
      }
      return undefined;
  }
}

/** Whether a string is a valid calendar date in the form YYYY-MM-DD. */
function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && parseDay(text) !== undefined;
}

/** The values that a definition allows. */
export interface Restriction {
  readonly values: readonly PropertyValue[];
  /** Keys of the values: see {@link valueKey}. */
  readonly keys: ReadonlySet<string>;
}

// Cached: one definition checks many values, and may allow hundreds of thousands.
const known = new WeakMap<PropertyDefinition, Restriction>();

/** Allowed values of a definition; undefined if unrestricted. */
export function restrictionOf(definition: PropertyDefinition): Restriction | undefined {
  const { allowedValues } = definition;
  if (allowedValues === undefined) return undefined;
  const found = known.get(definition);
  if (found !== undefined) return found;
  const values = allowedValues.map(({ value }) => value);
  const restriction = { values, keys: new Set(values.map(valueKey)) };
  known.set(definition, restriction);
  return restriction;
}

/** Formats a value as in DataHub's messages: `{string=foo}`, `{double=30.0}`; at most 200 characters of a string. */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${itemText(value.string)}}` : `{double=${doubleText(value.double)}}`;
}

/** A value as people write it: `30`, `a`. */
export function plainValue(value: PropertyValue): string {
  return 'string' in value ? value.string : String(value.double);
}

/** Values as people write them, `30, "a"`; truncated after 20 values. */
export function plainValues(values: readonly PropertyValue[]): string {
  return listOf(values, (value) =>
    'string' in value ? JSON.stringify(itemText(value.string)) : String(value.double),
  );
}

/** Key of a value: equal for equal values, different for a string and a number. */
export function valueKey(value: PropertyValue): string {
  // Adding 0 makes -0 the same as 0.
  return 'string' in value ? `text ${value.string}` : `number ${value.double + 0}`;
}

/** Formats values as in DataHub's messages, `[{string=foo}, {string=bar}]`; truncated after 20 values. */
export function valueListText(values: readonly PropertyValue[]): string {
  return `[${listOf(values, valueText)}]`;
}
