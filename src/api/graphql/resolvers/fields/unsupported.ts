import { invalidRequest } from '../../../../errors.ts';
import { TOKEN } from '../../../../operations/needs.ts';
import { answeredBy } from './bind-operation.ts';
import { because } from '../../../../refusals.ts';

/** Resolver of a field of DataHub that always fails; `instead` says why, and what to do. */
export function unsupported(field: string, instead: string) {
  return answeredBy(TOKEN, (): never => {
    throw invalidRequest(`${field} is not supported. ${instead}`, undefined, because('NOT_SUPPORTED'));
  });
}
