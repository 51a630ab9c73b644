import { invalidRequest } from '../errors.ts';
import type { OperationSettings } from './work.ts';

/** Throws INVALID_REQUEST for a page or list that is longer than the server's limit. */
export function checkLength(what: string, length: number, { pageSize }: OperationSettings): void {
  if (length <= pageSize) return;
  throw invalidRequest(`${what} must be at most ${pageSize}, not ${length}. Split the request.`);
}
