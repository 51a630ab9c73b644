import { Scratch } from '../../src/search/embedded/sets/scratch.ts';

/** Runs a query in one step, with scratch bitmaps that are returned to the pool afterwards. */
export function withScratch<T>(answer: () => T): T {
  using scratch = new Scratch();
  return scratch.during(answer);
}
