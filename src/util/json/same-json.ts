import type { Steps } from '../concurrency/steps.ts';
import type { JsonValue } from '../json.ts';

/** Parts compared in one step. */
const PER_STEP = 10_000;

/**
 * Whether two values are equal as JSON: members in any order, items in the same order. For values of any length, in
 * steps.
 */
export function* sameJson(one: JsonValue, other: JsonValue): Steps<boolean> {
  const left: JsonValue[] = [one];
  const right: JsonValue[] = [other];
  for (let compared = 1; left.length > 0; compared++) {
    const [a, b] = [left.pop(), right.pop()];
    if (a !== b) {
      if (!isCompound(a) || !isCompound(b) || Array.isArray(a) !== Array.isArray(b)) return false;
      const names = Object.keys(a);
      if (names.length !== Object.keys(b).length) return false;
      for (const name of names) {
        if (!Object.hasOwn(b, name)) return false;
        left.push(a[name] ?? null);
        right.push(b[name] ?? null);
      }
    }
    if (compared % PER_STEP === 0) yield;
  }
  return true;
}

function isCompound(value: JsonValue | undefined): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null;
}
