import { invalidRequest } from '../errors.ts';
import { because } from '../refusals.ts';

/** Throws INVALID_REQUEST, naming the argument, unless it is a whole number within these bounds, both included. */
export function checkWholeNumber(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw invalidRequest(
    `'${name}' must be a whole number from ${least} to ${most}, not ${value}.`,
    name,
    because('INPUT_RANGE', { name, value: String(value), least, most }),
  );
}
