import { invalidRequest } from '../../errors.ts';
import { shorten } from '../../util/printable.ts';
import type { Criterion, FilterOperator } from '../filter.ts';

/** How many values the operators that compare with bounds take at most; other operators take any number. */
const MOST_BOUNDS: Readonly<Partial<Record<FilterOperator, number>>> = {
  GREATER_THAN: 1,
  GREATER_THAN_OR_EQUAL_TO: 1,
  LESS_THAN: 1,
  LESS_THAN_OR_EQUAL_TO: 1,
  BETWEEN: 2,
};

/** Maximum length of a field name in a message. */
const MAX_SHOWN_NAME = 100;

/** Throws INVALID_REQUEST for a criterion with more bounds than its operator compares with, and for BETWEEN with one. */
export function checkBounds({ field, operator, values }: Criterion): void {
  if (operator === 'BETWEEN' && values.length === 1) {
    throw invalidRequest(
      `The filter on '${shorten(field, MAX_SHOWN_NAME)}' has one value, and BETWEEN takes two. Send both bounds, or use ` +
        'GREATER_THAN_OR_EQUAL_TO or LESS_THAN_OR_EQUAL_TO.',
    );
  }
  const most = MOST_BOUNDS[operator];
  if (most === undefined || values.length <= most) return;
  throw invalidRequest(
    `The filter on '${shorten(field, MAX_SHOWN_NAME)}' has ${values.length} values, and ${operator} takes ` +
      `${most === 1 ? 'one' : 'two'}. Send one criterion for each bound: 'and' needs all of them, 'or' any.`,
  );
}
