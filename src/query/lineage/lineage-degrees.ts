import { invalidRequest } from '../../errors.ts';
import type { Criterion, Filter } from '../../model/filter.ts';
import { because } from '../../refusals.ts';

/** Filter field for the number of hops; not an index field. */
export const DEGREE_FIELD = 'degree';

/** DataHub's values of the field: one hop, two hops, three or more. `=4`, which DataHub lacks: exactly four. */
export const DEGREE_VALUES = ['1', '2', '3+'] as const;

/** Exactly so many hops. */
const EXACT = /^=[1-9]\d{0,3}$/;

/** One alternative of a filter: its criteria except those on the degree, and the degrees that it accepts. */
export interface DegreeFilter {
  readonly criteria: readonly Criterion[];
  readonly admits: (degree: number) => boolean;
}

/**
 * Splits a filter into alternatives, at least one. INVALID_REQUEST for criteria on the degree with an operator other
 * than EQUAL and IN, or a value other than `DEGREE_VALUES` and `EXACT`.
 */
export function degreeFilters(filter: Filter): readonly DegreeFilter[] {
  const alternatives: Filter = filter.length === 0 ? [[]] : filter;
  return alternatives.map((all) => {
    const tests = all.filter(isOnDegree).map(testOf);
    return {
      criteria: all.filter((criterion) => !isOnDegree(criterion)),
      admits: (degree) => tests.every((test) => test(degree)),
    };
  });
}

/** Whether criteria distinguish hops that `DEGREE_VALUES` count as one. */
export function namesExactDegrees(filter: Filter): boolean {
  return filter.some((all) =>
    all.some((one) => isOnDegree(one) && one.values.some((value) => EXACT.test(value))),
  );
}

/** The value of the field for a number of hops. */
export function degreeValue(degree: number): (typeof DEGREE_VALUES)[number] {
  return degree === 1 ? '1' : degree === 2 ? '2' : '3+';
}

/** Number of hops after which no alternative accepts an entity; `most` if unlimited. */
export function hopsNeeded(filters: readonly DegreeFilter[], most: number): number {
  const admitted = (degree: number): boolean => filters.some(({ admits }) => admits(degree));
  let hops = most;
  while (hops > 1 && !admitted(hops)) hops--;
  return hops;
}

function isOnDegree({ field }: Criterion): boolean {
  return field === DEGREE_FIELD;
}

function testOf({ operator, values, negated }: Criterion): (degree: number) => boolean {
  if (operator !== 'EQUAL' && operator !== 'IN') {
    throw invalidRequest(
      `A filter on '${DEGREE_FIELD}' supports only EQUAL and IN, not ${operator}.`,
      undefined,
      because('FILTER_INVALID', { field: DEGREE_FIELD }),
    );
  }
  for (const value of values) {
    if (DEGREE_VALUES.some((known) => known === value) || EXACT.test(value)) continue;
    throw invalidRequest(
      `${value} is not a valid filter value for degree filters. Use ${DEGREE_VALUES.join(', ')}.`,
      undefined,
      because('FILTER_INVALID', { field: DEGREE_FIELD }),
    );
  }
  // A criterion without values is ignored, as with any other field.
  const isMeant = (degree: number): boolean =>
    values.includes(degreeValue(degree)) || values.includes(`=${degree}`);
  return (degree) => values.length === 0 || isMeant(degree) !== negated;
}
