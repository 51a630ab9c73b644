import { CatalogError, type Problem } from '../errors.ts';
import { because } from '../refusals.ts';

/** FORBIDDEN: a proposal changes a built-in entity, which no right permits; it says nothing about the writer's rights. */
export class BuiltInEntityError extends CatalogError {
  constructor(message: string, problems?: readonly Problem[]) {
    super('FORBIDDEN', message, problems === undefined ? because('BUILT_IN') : { problems });
  }
}
