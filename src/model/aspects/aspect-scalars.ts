import type { JsonValue } from '../../util/json.ts';
import type { ScalarKind } from '../entity-registry.ts';

const MAX_INT = 2 ** 31 - 1;
const MAX_FLOAT = 3.4028234663852886e38;

/** The problem with a value of a scalar type; undefined if the value is valid. */
export function checkScalar(kind: ScalarKind, value: JsonValue): string | undefined {
  switch (kind) {
    case 'string':
      return typeof value === 'string'
        ? undefined
        : `${show(value)} cannot be coerced to a string; put it in quotes`;
    case 'boolean':
      return typeof value === 'boolean'
        ? undefined
        : `${show(value)} cannot be coerced to a boolean; use true or false`;
    case 'int':
    case 'long':
      return checkInteger(kind, value);
    case 'float':
    case 'double':
      return checkDecimal(kind, value);
    case 'bytes':
      return checkBytes(value);
  }
}

/** A value for an error message: its JSON, truncated to 200 characters; for compound values `a list` or `an object`. */
export function show(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length <= 200 ? text : `${text.slice(0, 200)}...`;
}

function checkInteger(kind: 'int' | 'long', value: JsonValue): string | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return `${show(value)} cannot be coerced to ${kind}; use a whole number without quotes`;
  }
  if (kind === 'int' && (value > MAX_INT || value < -MAX_INT - 1)) {
    return `${value} is out of range of int; use a number between -2147483648 and 2147483647`;
  }
  if (!Number.isSafeInteger(value)) {
    return `${value} would be rounded; use a number between -9007199254740991 and 9007199254740991`;
  }
  return undefined;
}

function checkDecimal(kind: 'float' | 'double', value: JsonValue): string | undefined {
  if (typeof value !== 'number')
    return `${show(value)} cannot be coerced to ${kind}; use a number without quotes`;
  const largest = kind === 'float' ? MAX_FLOAT : Number.MAX_VALUE;
  return Math.abs(value) <= largest
    ? undefined
    : `the number is out of range of ${kind}; the largest is ${largest}`;
}

/** Bytes are encoded as a string with one character, U+0000 to U+00FF, per byte. */
function checkBytes(value: JsonValue): string | undefined {
  if (typeof value !== 'string') return `${show(value)} cannot be coerced to bytes; write them as a string`;
  for (let i = 0; i < value.length; i++) {
    if (value.charCodeAt(i) > 0xff)
      return `bytes hold characters up to U+00FF only; character ${i} is above it`;
  }
  return undefined;
}
