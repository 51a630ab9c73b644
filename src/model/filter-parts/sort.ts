import { invalidRequest } from '../../errors.ts';
import { asObject, asText, optionalText } from '../../util/json/json-input.ts';
import type { JsonValue } from '../../util/json.ts';
import type { SortCriterion } from '../filter.ts';
import { because } from '../../refusals.ts';

/** Parses a sort criterion `{field, order}`. Throws INVALID_REQUEST with the path of the invalid member. */
export function parseSortCriterion(value: JsonValue, at: string): SortCriterion {
  const { field, order } = asObject(value, at);
  return {
    field: asText(field, `${at}.field`),
    order: parseSortOrder(optionalText(order, `${at}.order`), `${at}.order`),
  };
}

/** Parses a sort order, ignoring case; default ASCENDING. Throws INVALID_REQUEST with the path `at`. */
export function parseSortOrder(text: string | undefined, at: string): SortCriterion['order'] {
  const order = text?.toUpperCase() ?? 'ASCENDING';
  if (order === 'ASCENDING' || order === 'DESCENDING') return order;
  throw invalidRequest(
    `${at} must be ASCENDING or DESCENDING, but it is '${text}'.`,
    undefined,
    because('INPUT_CHOICE', { name: 'sortOrder', value: text ?? '', allowed: ['ASCENDING', 'DESCENDING'] }),
  );
}
