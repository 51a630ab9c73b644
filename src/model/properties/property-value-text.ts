import { itemText, listOf } from '../../util/list-text.ts';
import { doubleText, type PropertyValue } from '../structured-property.ts';

/** Formats a value as in DataHub's messages: `{string=foo}`, `{double=30.0}`; at most 200 characters of a string. */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${itemText(value.string)}}` : `{double=${doubleText(value.double)}}`;
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
