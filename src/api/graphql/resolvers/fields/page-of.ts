import { notNegative } from '../../../../util/not-negative.ts';

/** Requested page of a list. */
export interface PageArguments {
  readonly start?: number | null;
  readonly count?: number | null;
}

const DEFAULT_COUNT = 20;

/** A page of a list in memory; 20 by default. Throws INVALID_REQUEST if `start` or `count` is negative. */
export function pageOf<T>(
  all: readonly T[],
  input: PageArguments,
): { readonly start: number; readonly count: number; readonly total: number; readonly items: readonly T[] } {
  const start = notNegative('start', input.start ?? 0);
  const count = notNegative('count', input.count ?? DEFAULT_COUNT);
  const items = all.slice(start, start + count);
  return { start, count: items.length, total: all.length, items };
}
