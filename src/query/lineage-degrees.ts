import { invalidRequest } from '../errors.ts';
import type { Criterion, Filter } from '../model/filter.ts';

/** Field by which a filter chooses how far away an entity is; it is none of the index. */
export const DEGREE_FIELD = 'degree';

/** Values of the field: exactly one or two hops, or more. */
export const DEGREE_VALUES = ['1', '2', '3+'] as const;

/** A filter without its criteria on the degree, and which degrees each alternative admits. */
export interface DegreeFilter {
  readonly criteria: readonly Criterion[];
  readonly admits: (degree: number) => boolean;
}

/** Takes a filter apart; at least one alternative. Throws INVALID_REQUEST for a degree other than 1, 2 and 3+. */
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

/** The value of the field for a number of hops. */
export function degreeValue(degree: number): (typeof DEGREE_VALUES)[number] {
  return degree === 1 ? '1' : degree === 2 ? '2' : '3+';
}

/** Hops after which no alternative admits anything any more; `most` if there is no end. */
export function hopsNeeded(filters: readonly DegreeFilter[], most: number): number {
  const admitted = (degree: number): boolean => filters.some(({ admits }) => admits(degree));
  if (admitted(3)) return most;
  return admitted(2) ? 2 : 1;
}

function isOnDegree({ field }: Criterion): boolean {
  return field === DEGREE_FIELD;
}

function testOf({ operator, values, negated }: Criterion): (degree: number) => boolean {
  if (operator !== 'EQUAL' && operator !== 'IN') {
    throw invalidRequest(`A filter on '${DEGREE_FIELD}' takes the condition EQUAL, not ${operator}.`);
  }
  for (const value of values) {
    if (DEGREE_VALUES.some((known) => known === value)) continue;
    throw invalidRequest(
      `${value} is not a valid filter value for degree filters. Use ${DEGREE_VALUES.join(', ')}.`,
    );
  }
  // As with any other field, a criterion without values says nothing.
  return (degree) => values.length === 0 || values.includes(degreeValue(degree)) !== negated;
}
