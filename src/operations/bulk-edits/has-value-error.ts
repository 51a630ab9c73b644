import { CatalogError } from '../../errors.ts';
import { shorten } from '../../util/printable.ts';
import { because } from '../../refusals.ts';

/** Maximum characters of a value in a message. */
const LONGEST_SHOWN = 100;

/** VALIDATION: a value is added to a field that takes one value and has one already. */
export class HasValueError extends CatalogError {
  constructor(field: string, value: string) {
    super(
      'VALIDATION',
      `'${field}' takes one value, and has ${shorten(value, LONGEST_SHOWN)} already. Use set to replace it.`,
      because('HAS_VALUE'),
    );
  }
}
