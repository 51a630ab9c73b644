import { isJsonObject } from '../util/json.ts';
import type { JsonValue } from '../util/json.ts';

/** More than a patch of a wide table needs; inserting into an array costs its length each time. */
export const MAX_OPERATIONS = 50_000;

/** Values that a patch may copy and move in all: copies of copies would double with every operation. */
export const MAX_COPIED = 100_000;

/** Deeper than any value of an aspect; comparing and copying stay within the stack. */
const MAX_DEPTH = 100;

/** Number of values in a value, itself included; Infinity when it is nested deeper than any aspect. */
export function countValues(value: JsonValue, depth = 0): number {
  if (depth > MAX_DEPTH) return Infinity;
  const parts: readonly (JsonValue | undefined)[] = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : [];
  let count = 1;
  for (const part of parts) {
    if (part !== undefined) count += countValues(part, depth + 1);
    if (count > MAX_COPIED) break;
  }
  return count;
}
