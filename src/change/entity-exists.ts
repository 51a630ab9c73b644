import { CatalogError, type Problem } from '../errors.ts';

/** VALIDATION: a CREATE_ENTITY found its entity, perhaps with other failures of the batch. */
export class EntityExistsError extends CatalogError {
  constructor(message: string, problems: readonly Problem[]) {
    super('VALIDATION', message, { problems });
  }
}
