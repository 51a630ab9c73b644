import { getHeapStatistics } from 'node:v8';

/** Time in ms without work after which a thread counts as idle. */
const IDLE_MS = 5_000;
/** Growth of the heap in bytes that is worth a collection, which holds the thread for up to some 200 ms. */
const WORTH_COLLECTING = 32 * 1024 * 1024;

/**
 * Returns memory of this thread's heap to the system once the thread is idle. Without new objects V8 collects nothing, and
 * it keeps emptied pages until a collection that is to reduce memory, which it makes a minute later or never. Without
 * `--expose-gc` nothing is returned.
 */
export class IdleMemory {
  readonly #release: () => void;
  readonly #heapSize: () => number;
  readonly #timer = setTimeout(() => this.#collect(), IDLE_MS).unref();
  /** Size of the heap after the last collection, in bytes. */
  #after: number;
  /** Largest size since: pages of a heap that has shrunk may be kept. */
  #peak = 0;

  /** `release`: returns what the thread keeps besides its heap. `heapSize`: size of the heap in bytes. */
  constructor(release: () => void = () => undefined, heapSize = () => getHeapStatistics().total_heap_size) {
    this.#release = release;
    this.#heapSize = heapSize;
    this.#after = heapSize();
  }

  /** Called after each piece of work that creates many objects. */
  noteWork(): void {
    this.#peak = Math.max(this.#peak, this.#heapSize());
    this.#timer.refresh();
  }

  #collect(): void {
    if (globalThis.gc === undefined || this.#peak - this.#after < WORTH_COLLECTING) return;
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    this.#release();
    this.#after = this.#heapSize();
    this.#peak = 0;
  }
}
