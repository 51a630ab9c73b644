import { CatalogError, type Problem } from '../errors.ts';

/** FORBIDDEN: a proposal changes a built-in entity, which no right permits; it says nothing about the writer's rights. */
export class BuiltInEntityError extends CatalogError {
  constructor(message: string, problems: readonly Problem[] = []) {
    super('FORBIDDEN', message, { problems });
  }
}
