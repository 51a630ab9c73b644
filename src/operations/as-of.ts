import { invalidRequest } from '../errors.ts';
import type { InternalOperation } from './operation.ts';
import { because } from '../refusals.ts';

/** Returns the as-of handler of an operation; throws INVALID_REQUEST if it has none. */
export function asOfAnswer<Raw, Input, Output>({
  asOf,
  effect,
  name,
}: InternalOperation<Raw, Input, Output>): NonNullable<InternalOperation<Raw, Input, Output>['asOf']> {
  if (asOf !== undefined) return asOf;
  const what = effect === 'read' ? 'shows only the current state' : 'writes, and the past cannot be changed';
  throw invalidRequest(
    `${name} cannot be answered as of a moment: it ${what}. Omit the header Colophon-As-Of and the parameter asOf.`,
    undefined,
    because('AS_OF_UNSUPPORTED'),
  );
}
