import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchIndex } from '../search/search-index.ts';

/** Dependencies of an index watch. */
export interface IndexWatchParts {
  readonly index: Pick<SearchIndex, 'isWhole' | 'reload'>;
  /** Resets the index so that it is refilled. */
  readonly mend: () => Promise<void>;
  /** Called after every poll: the index may be behind the store. */
  readonly looked: () => void;
}

/** Polling interval, in ms. */
const POLL_INTERVAL = 2_000;

/**
 * Polls a shared index, whose engine may lose all or its latest data, so that it is repaired even if nobody writes.
 * Ignores an engine that does not respond; the readiness probe reports that.
 */
export class IndexWatch implements Disposable {
  readonly #parts: IndexWatchParts;
  readonly #stop = new AbortController();

  constructor(parts: IndexWatchParts) {
    this.#parts = parts;
    void this.#watch();
  }

  /** Stops after the current poll. */
  [Symbol.dispose](): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    const isStopped = (): Promise<boolean> =>
      sleep(POLL_INTERVAL, false, { signal, ref: false }).catch(() => true);
    while (!(await isStopped())) await this.#poll().catch(() => undefined);
  }

  async #poll(): Promise<void> {
    const { index, looked, mend } = this.#parts;
    if (!(await index.isWhole())) await mend();
    await index.reload();
    if (!this.#stop.signal.aborted) looked();
  }
}
