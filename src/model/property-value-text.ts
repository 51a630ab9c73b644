import type { PropertyValue } from './structured-property.ts';
import { doubleText } from './structured-property.ts';

/** Enough to recognise a list by. */
const MAX_LISTED = 50;

/** A value as DataHub's texts show it: `{string=foo}`, `{double=30.0}`. */
export function valueText(value: PropertyValue): string {
  return 'string' in value ? `{string=${value.string}}` : `{double=${doubleText(value.double)}}`;
}

/** A list of values as DataHub's texts show it, `[{string=foo}, {string=bar}]`; a long one is cut after 50. */
export function valueListText(values: readonly PropertyValue[]): string {
  const more = values.length > MAX_LISTED ? `, ... ${values.length - MAX_LISTED} more` : '';
  return `[${values.slice(0, MAX_LISTED).map(valueText).join(', ')}${more}]`;
}
