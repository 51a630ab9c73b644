import type { PropertyValue } from '../structured-property.ts';
import { doubleText } from '../structured-property.ts';

/** Maximum number of values shown of a list. */
const MAX_LISTED = 50;

/** Formats a value as in DataHub's messages: `{string=foo}`, `{double=30.0}`. */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${value.string}}` : `{double=${doubleText(value.double)}}`;
}

/** Key of a value: equal for equal values, different for a text and a number. */
export function valueKey(value: PropertyValue): string {
  // Adding 0 makes -0 the same as 0.
  return 'string' in value ? `text ${value.string}` : `number ${value.double + 0}`;
}

/** Formats values as in DataHub's messages, `[{string=foo}, {string=bar}]`; cut after 50 values. */
export function valueListText(values: readonly PropertyValue[]): string {
  const more = values.length > MAX_LISTED ? `, ... ${values.length - MAX_LISTED} more` : '';
  return `[${values.slice(0, MAX_LISTED).map(valueText).join(', ')}${more}]`;
}
