import { nextTurn } from './next-turn.ts';

/** The elements of a long list in slices of at most `size`; other work runs between two slices. */
export async function* inChunks<T>(elements: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < elements.length; start += size) {
    if (start > 0) await nextTurn();
    yield elements.slice(start, start + size);
  }
}
