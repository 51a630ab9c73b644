import { invalidRequest } from '../errors.ts';
import { because } from '../refusals.ts';

/** Returns the number; throws INVALID_REQUEST, naming the argument, when it is negative. */
export function notNegative(name: string, value: number): number {
  if (value < 0)
    throw invalidRequest(
      `'${name}' must not be negative, but it is ${value}.`,
      undefined,
      because('INPUT_TOO_SMALL', { name, least: 0 }),
    );
  return value;
}
