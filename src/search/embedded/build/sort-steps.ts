import type { Steps } from '../../../util/concurrency/steps.ts';

/** Elements sorted or merged in one step. */
const PER_STEP = 8_192;

/**
 * Sorts distinct texts by UTF-16 unit, or numbers ascending: sorts parts of a step's length, then merges pairs of parts until
 * one remains.
 */
export function* sortSteps<V extends string | number>(values: readonly V[]): Steps<readonly V[]> {
  if (values.length <= PER_STEP) return sorted([...values]);
  let runs: (readonly V[])[] = [];
  for (let start = 0; start < values.length; start += PER_STEP) {
    if (start > 0) yield;
    runs.push(sorted(values.slice(start, start + PER_STEP)));
  }
  while (runs.length > 1) {
    const merged: (readonly V[])[] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeSteps(runs[i] ?? [], runs[i + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Sorts texts that are often sorted already: these are returned themselves. */
export function* sortIfNeeded<T extends string>(texts: readonly T[]): Steps<readonly T[]> {
  const isSorted = texts.every((text, i) => i === 0 || (texts[i - 1] ?? '') <= text);
  return isSorted ? texts : yield* sortSteps(texts);
}

function sorted<V extends string | number>(values: V[]): readonly V[] {
  // Without a comparator, texts sort by UTF-16 unit, which is also much faster; numbers would sort as texts.
  return typeof values[0] === 'string' ? values.sort() : values.sort((a, b) => Number(a) - Number(b));
}

function* mergeSteps<V extends string | number>(one: readonly V[], other: readonly V[]): Steps<readonly V[]> {
  const merged: V[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const a = one[i];
    const b = other[j];
    if (a !== undefined && (b === undefined || a < b)) {
      merged.push(a);
      i++;
    } else if (b !== undefined) {
      merged.push(b);
      j++;
    } else return merged;
    if (merged.length % PER_STEP === 0) yield;
  }
}
