import { invalidRequest, type CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';

/** Maximum points that are read for one table. */
export const MOST_POINTS = 100_000;

/** The error for a table of more points. */
export function tooManyPoints(): CatalogError {
  return invalidRequest(
    `The filter covers more than ${MOST_POINTS} points. Restrict it by urn or timestampMillis.`,
    undefined,
    because('FILTER_TOO_LARGE', { most: MOST_POINTS }),
  );
}
