import { isJsonObject, type JsonValue } from '../../util/json.ts';

/** Maximum operations per patch. More than a wide table needs; each array insert costs the length of the array. */
export const MAX_OPERATIONS = 50_000;

/** Maximum values that one patch may copy and move in total: copies of copies would double with every operation. */
export const MAX_COPIED = 100_000;

/** Maximum nesting, deeper than any aspect. Keeps recursive comparing and copying within the stack. */
const MAX_DEPTH = 100;

/**
 * Number of values in a value, itself included; stops counting above `MAX_COPIED`. Infinity when nested deeper than
 * `MAX_DEPTH`.
 */
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
