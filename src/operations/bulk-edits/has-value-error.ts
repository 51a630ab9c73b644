import { CatalogError } from '../../errors.ts';

/** VALIDATION: a value is added to a field that takes one value and has one already. */
export class HasValueError extends CatalogError {
  constructor(field: string, value: string) {
    super('VALIDATION', `'${field}' takes one value, and has ${value} already. Use set to replace it.`);
  }
}
