import { invalidRequest, messageOf } from '../errors.ts';
import type { JsonValue } from './json.ts';

/** A number of so many digits may be more than a double holds; shorter ones never are. */
const LONG_NUMBER = /\d{16}/;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON text without rounding: throws INVALID_REQUEST, naming the number, when the text holds a whole number
 * that would come back with other digits, and INVALID_REQUEST when it is not JSON.
 */
export function parseJsonExactly(text: string): JsonValue {
  try {
    // JSON.parse can return nothing that is not a JSON value.
    const value = JSON.parse(text, LONG_NUMBER.test(text) ? refuseRounded : undefined) as JsonValue;
    return value;
  } catch (error) {
    if (error instanceof RoundedNumber) throw invalidRequest(error.message);
    throw invalidRequest(`Malformed JSON: ${messageOf(error)}. Send one complete JSON value.`);
  }
}

class RoundedNumber extends Error {}

function refuseRounded(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (
    typeof value === 'number' &&
    source !== undefined &&
    LONG_INTEGER.test(source) &&
    !isExact(source, value)
  ) {
    throw new RoundedNumber(
      `The number ${source} would be rounded: numbers beyond 9007199254740991 are not kept exactly. Send it as a string.`,
    );
  }
  return value;
}

/**
 * True when the number is written back with the digits that were sent. That a double happens to equal the number is
 * not enough: it is written with the fewest digits that tell it from its neighbours, so 2^56 + 16 would end in 50.
 */
function isExact(source: string, value: number): boolean {
  const [digits = '', exponent] = String(value).split('e+');
  if (exponent === undefined) return digits === source;
  const [whole = '', fraction = ''] = digits.split('.');
  return source === whole + fraction.padEnd(Number(exponent), '0');
}
