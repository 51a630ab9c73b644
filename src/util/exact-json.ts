import { invalidRequest, messageOf } from '../errors.ts';
import type { JsonValue } from './json.ts';

/** Numbers with at least this many digits may exceed the precision of a double. */
const LONG_NUMBER = /\d{16}/;
const LONG_INTEGER = /^-?\d{16,}$/;

/** Parses JSON. INVALID_REQUEST for malformed JSON, and for a whole number that a double cannot represent exactly. */
export function parseJsonExactly(text: string): JsonValue {
  try {
    // Safe: JSON.parse returns only JSON values.
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
 * Whether the number would be serialised with the same digits as sent. Equality as a double is not enough: JavaScript
 * writes the shortest digits that identify the double, so 2^56 + 16 would end in 50.
 */
function isExact(source: string, value: number): boolean {
  const [digits = '', exponent] = String(value).split('e+');
  if (exponent === undefined) return digits === source;
  const [whole = '', fraction = ''] = digits.split('.');
  return source === whole + fraction.padEnd(Number(exponent), '0');
}
