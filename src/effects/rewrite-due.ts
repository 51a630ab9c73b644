import type { DueDocuments } from '../search/column-moves.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { ReadDocuments } from './index-documents.ts';
import type { EffectsRunner } from './runner.ts';

/** Dependencies of writing documents again. */
export interface RewriteParts {
  readonly index: Pick<SearchIndex, 'apply' | 'position'>;
  readonly readDocuments: ReadDocuments;
  readonly effects: Pick<EffectsRunner, 'between'>;
  /** Yields to requests between two writes. */
  readonly pause: () => Promise<void>;
}

/** Progress and cancellation of writing documents again. */
export interface RewriteControl {
  /** Called with the numbers of documents written and of all due ones. */
  readonly reportProgress: (done: number, total: number) => void;
  /** Aborting rejects; what is written stays. */
  readonly signal: AbortSignal;
}

/** Documents found at a time; OpenSearch refreshes each time. */
const FOUND = 2_000;
/** Documents per write; small, because commits wait for it. */
const WRITTEN = 100;

/**
 * Writes documents again from the store until none is due, or writing them does not help. Returns the number of writes, and of
 * the documents that are still due.
 */
export async function rewriteDue(
  due: (size: number) => Promise<DueDocuments>,
  { effects, index, pause, readDocuments }: RewriteParts,
  { reportProgress, signal }: RewriteControl,
): Promise<{ readonly done: number; readonly stuck: number }> {
  let done = 0;
  for (let left = Infinity; ;) {
    const { total, urns } = await due(FOUND);
    if (total === 0 || total >= left) return { done, stuck: total };
    left = total;
    for (let start = 0; start < urns.length; start += WRITTEN) {
      signal.throwIfAborted();
      const part = urns.slice(start, start + WRITTEN);
      await effects.between(async () => index.apply(index.position(), await readDocuments(part)));
      done += part.length;
      reportProgress(done, done + total - start - part.length);
      await pause();
    }
  }
}
