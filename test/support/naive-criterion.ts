import type { Criterion, FilterOperator } from '../../src/model/filter.ts';

/** Values of an entity in the field of a criterion. `wanted`: values of the criterion, as numbers. */
export type Held =
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  | { readonly kind: 'numbers'; readonly values: readonly number[]; readonly wanted: readonly number[] };

/** Reference implementation of a criterion, negation included, without an index. */
export function criterionHolds(criterion: Criterion, held: Held): boolean {
  const has = held.values.length > 0;
  if (criterion.operator === 'EXISTS') return has !== criterion.negated;
  if (criterion.operator === 'IS_NULL') return has === criterion.negated;
  if (criterion.values.length === 0) return true;
  const found =
    held.kind === 'texts'
      ? held.values.some((value) => textHolds(criterion, value))
      : held.values.some((value) => numberHolds(criterion.operator, value, held.wanted));
  return found !== criterion.negated;
}

function textHolds({ operator, values }: Criterion, value: string): boolean {
  const lower = value.toLowerCase();
  const some = (test: (wanted: string) => boolean): boolean =>
    values.some((wanted) => test(wanted.trim().toLowerCase()));
  switch (operator) {
    case 'IEQUAL':
      return some((wanted) => lower === wanted);
    case 'CONTAIN':
      return some((wanted) => lower.includes(wanted));
    case 'START_WITH':
      return some((wanted) => lower.startsWith(wanted));
    case 'END_WITH':
      return some((wanted) => lower.endsWith(wanted));
    case 'EQUAL':
    case 'IN':
    case 'DESCENDANTS_INCL':
    case 'ANCESTORS_INCL':
    case 'RELATED_INCL':
      return values.includes(value);
    case 'EXISTS':
    case 'IS_NULL':
      return true;
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL_TO':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL_TO':
    case 'BETWEEN':
      return compares(
        operator,
        value,
        values.map((wanted) => wanted.trim()),
      );
  }
}

type RangeOperator =
  | 'GREATER_THAN'
  | 'GREATER_THAN_OR_EQUAL_TO'
  | 'LESS_THAN'
  | 'LESS_THAN_OR_EQUAL_TO'
  | 'BETWEEN';

function numberHolds(operator: FilterOperator, value: number, wanted: readonly number[]): boolean {
  switch (operator) {
    case 'EQUAL':
    case 'IEQUAL':
    case 'IN':
    case 'DESCENDANTS_INCL':
    case 'ANCESTORS_INCL':
    case 'RELATED_INCL':
      return wanted.includes(value);
    case 'CONTAIN':
    case 'START_WITH':
    case 'END_WITH':
      return false;
    case 'EXISTS':
    case 'IS_NULL':
      return true;
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL_TO':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL_TO':
    case 'BETWEEN':
      return compares(operator, value, wanted);
  }
}

function compares<T extends string | number>(
  operator: RangeOperator,
  value: T,
  [first, second]: readonly T[],
): boolean {
  if (first === undefined) return false;
  switch (operator) {
    case 'GREATER_THAN':
      return value > first;
    case 'GREATER_THAN_OR_EQUAL_TO':
      return value >= first;
    case 'LESS_THAN':
      return value < first;
    case 'LESS_THAN_OR_EQUAL_TO':
      return value <= first;
    case 'BETWEEN':
      return value >= first && (second === undefined || value <= second);
  }
}
