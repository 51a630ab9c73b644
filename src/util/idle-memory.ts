import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Time in ms without work after which a thread counts as idle. */
const IDLE_MS = 5_000;
/** Growth of the heap in bytes that is worth a collection, which holds the thread for up to some 200 ms. */
const WORTH_COLLECTING = 32 * 1024 * 1024;
/** Share of the time above which a thread is too busy with requests to return what its start has left. */
const BUSY = 0.1;

/** What is known of a thread. */
export interface ThreadFigures {
  /** Size of the heap in bytes. */
  readonly heapSize: () => number;
  /** Share of the time since the last call in which the thread worked. */
  readonly busyShare: () => number;
}

/**
 * Returns memory of this thread's heap to the system once the thread is idle. Without new objects V8 collects nothing, and
 * it keeps emptied pages until a collection that is to reduce memory, which it makes a minute later or never. Without
 * `--expose-gc` nothing is returned.
 */
export class IdleMemory {
  readonly #release: () => void;
  readonly #figures: ThreadFigures;
  readonly #timer = setTimeout(() => this.#collect(), IDLE_MS).unref();
  /** Size of the heap after the last collection, in bytes; 0 before the first. */
  #after = 0;
  /** Largest size since: pages of a heap that has shrunk may be kept. */
  #peak = 0;
  /** Whether the thread has done nothing since its start but answer requests. */
  #isNew = false;

  /** `release`: returns what the thread keeps besides its heap. */
  constructor(release: () => void = () => undefined, figures = figuresOfThisThread()) {
    this.#release = release;
    this.#figures = figures;
  }

  /** Called when the thread has started. What that has left is returned once no requests keep the thread busy. */
  noteStart(): void {
    this.#note();
    this.#isNew = true;
    // The share since now, without the start itself.
    this.#figures.busyShare();
  }

  /** Called after each piece of work that creates many objects. */
  noteWork(): void {
    this.#note();
    this.#isNew = false;
  }

  #note(): void {
    this.#peak = Math.max(this.#peak, this.#figures.heapSize());
    this.#timer.refresh();
  }

  #collect(): void {
    if (globalThis.gc === undefined || this.#peak - this.#after < WORTH_COLLECTING) return;
    // After a load much is returned, but this little is not worth a request that waits.
    if (this.#isNew && this.#figures.busyShare() > BUSY) {
      this.#timer.refresh();
      return;
    }
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    this.#release();
    this.#after = this.#figures.heapSize();
    this.#peak = 0;
  }
}

function figuresOfThisThread(): ThreadFigures {
  let last = performance.eventLoopUtilization();
  return {
    heapSize: () => getHeapStatistics().total_heap_size,
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  };
}
