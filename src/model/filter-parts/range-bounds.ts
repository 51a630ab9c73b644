import { invalidRequest } from '../../errors.ts';
import { shorten } from '../../util/printable.ts';
import { OPERATOR_KINDS, type Criterion } from '../filter.ts';
import { because } from '../../refusals.ts';

/** Maximum length of a field name in a message. */
const MAX_SHOWN_NAME = 100;

/** Throws INVALID_REQUEST for a criterion with more bounds than its operator compares with, and for BETWEEN with one. */
export function checkBounds({ field, operator, values }: Criterion): void {
  if (operator === 'BETWEEN' && values.length === 1) {
    throw invalidRequest(
      `The filter on '${shorten(field, MAX_SHOWN_NAME)}' has one value, and BETWEEN takes two. Send both bounds, or use ` +
        'GREATER_THAN_OR_EQUAL_TO or LESS_THAN_OR_EQUAL_TO.',
      undefined,
      because('FILTER_INVALID', { field }),
    );
  }
  if (OPERATOR_KINDS[operator] !== 'range') return;
  const most = operator === 'BETWEEN' ? 2 : 1;
  if (values.length <= most) return;
  throw invalidRequest(
    `The filter on '${shorten(field, MAX_SHOWN_NAME)}' has ${values.length} values, and ${operator} takes ` +
      `${most === 1 ? 'one' : 'two'}. Send one criterion for each bound: 'and' needs all of them, 'or' any.`,
    undefined,
    because('FILTER_INVALID', { field }),
  );
}
