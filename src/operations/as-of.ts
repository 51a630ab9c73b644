import { invalidRequest } from '../errors.ts';
import type { InternalOperation } from './operation.ts';

/** How an operation is answered as of a moment; throws INVALID_REQUEST for one that is not. */
export function asOfAnswer<Raw, Input, Output>({
  asOf,
  effect,
  name,
}: InternalOperation<Raw, Input, Output>): NonNullable<InternalOperation<Raw, Input, Output>['asOf']> {
  if (asOf !== undefined) return asOf;
  const what = effect === 'read' ? 'tells what is now' : 'writes, and nothing is written in the past';
  throw invalidRequest(
    `${name} cannot be answered as of a moment: it ${what}. Leave the header Colophon-As-Of and the parameter asOf out.`,
  );
}
