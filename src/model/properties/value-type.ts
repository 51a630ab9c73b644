import { readDecimal } from '../../util/decimal-number.ts';
import type { PropertyDefinition, PropertyValue } from '../structured-property.ts';
import { isUrn } from '../urn.ts';
import { valueText } from './property-value-text.ts';
import { parseDay } from './scalar-text.ts';

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
