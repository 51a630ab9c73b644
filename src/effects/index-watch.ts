import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchIndex } from '../search/search-index.ts';

/** What is watched, and what is done about it. */
export interface IndexWatchParts {
  readonly index: Pick<SearchIndex, 'isWhole' | 'look'>;
  /** Lets the index be filled anew. */
  readonly mend: () => Promise<void>;
  /** Called after every look: the index may be behind the store. */
  readonly looked: () => void;
}

/** How often is looked, in ms. */
const REST = 2_000;

/**
 * Looks after an index whose engine may lose what it was given, all of it or what came last, while nobody writes. An
 * engine that does not answer is looked at again later; whoever asks whether the catalog is ready is told.
 */
export class IndexWatch implements Disposable {
  readonly #parts: IndexWatchParts;
  readonly #stop = new AbortController();

  constructor(parts: IndexWatchParts) {
    this.#parts = parts;
    void this.#watch();
  }

  /** Ends after the look under way. */
  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    const isStopped = (): Promise<boolean> => sleep(REST, false, { signal, ref: false }).catch(() => true);
    while (!(await isStopped())) await this.#lookAfter().catch(() => undefined);
  }

  async #lookAfter(): Promise<void> {
    const { index, looked, mend } = this.#parts;
    if (!(await index.isWhole())) await mend();
    await index.look();
    if (!this.#stop.signal.aborted) looked();
  }
}
