import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { OPERATOR_KINDS, type Criterion, type Filter } from '../filter.ts';

/** Maximum numbers of conditions in a filter, and of values in all conditions: each value is looked up separately. */
export const MOST_CONDITIONS = 1_000;
const MOST_VALUES = 65_536;

/** Throws INVALID_REQUEST for a filter with too many conditions or values. `of`: what has them, in the message. */
export function checkFilterSize(filter: Filter, of: string): void {
  const criteria = filter.flat();
  checkNumber('conditions', criteria.length, MOST_CONDITIONS, of);
  checkNumber('groups of conditions', filter.length, MOST_CONDITIONS, of);
  checkNumber('values', numberOfValues(criteria), MOST_VALUES, of);
  const parts = criteria.filter(({ operator }) => ['pattern', 'prefix'].includes(OPERATOR_KINDS[operator]));
  checkNumber('values of START_WITH, CONTAIN and END_WITH', numberOfValues(parts), MOST_CONDITIONS, of);
}

/** Throws INVALID_REQUEST for more of something than there may be. */
export function checkNumber(what: string, number: number, most: number, of: string): void {
  if (number <= most) return;
  throw invalidRequest(
    `The ${of} has ${number} ${what}, more than ${most}. Split the request.`,
    undefined,
    because('FILTER_TOO_LARGE', { most }),
  );
}

function numberOfValues(criteria: readonly Criterion[]): number {
  return criteria.reduce((sum, { values }) => sum + values.length, 0);
}
