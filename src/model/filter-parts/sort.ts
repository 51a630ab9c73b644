import { invalidRequest } from '../../errors.ts';
import { asObject, asText, optionalText } from '../../util/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import type { SortCriterion } from '../filter.ts';

/** One key of a sort order in the form `{field, order}`. Throws INVALID_REQUEST that names the member. */
export function parseSortCriterion(value: JsonValue, at: string): SortCriterion {
  const { field, order } = asObject(value, at);
  return {
    field: asText(field, `${at}.field`),
    order: parseSortOrder(optionalText(order, `${at}.order`), `${at}.order`),
  };
}

/** ASCENDING unless told otherwise; throws INVALID_REQUEST that names the place. */
export function parseSortOrder(text: string | undefined, at: string): SortCriterion['order'] {
  const order = text?.toUpperCase() ?? 'ASCENDING';
  if (order === 'ASCENDING' || order === 'DESCENDING') return order;
  throw invalidRequest(`${at} must be ASCENDING or DESCENDING, but it is '${text}'.`);
}
