import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Interval in ms at which a thread looks whether it is idle. */
const LOOK_MS = 5_000;
/** Growth of the heap in bytes that is worth a collection, which holds the thread for up to some 200 ms. */
const WORTH_COLLECTING = 32 * 1024 * 1024;
/** Share of the time up to which a thread counts as idle: some thirty small requests a second. */
const IDLE_SHARE = 0.01;
/** Share of the time from which a thread has no time for a collection: its new objects make V8 collect anyway. */
const FULL_SHARE = 0.9;
/** Looks after a collection before what requests have left is collected again: in five minutes one of them waits, not one in twenty seconds. */
const LOOKS_BETWEEN = 60;

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
export class IdleMemory implements Disposable {
  readonly #release: () => void;
  readonly #figures: ThreadFigures;
  readonly #timer: NodeJS.Timeout;
  /** Size of the heap after the last collection, in bytes; 0 before the first. */
  #after = 0;
  /** Largest size since: pages of a heap that has shrunk may be kept. */
  #peak = 0;
  /** Whether `noteWork` was called since the last look. */
  #isWorking = false;
  /** Whether `noteWork` was called since the last collection. */
  #hasWorked = false;
  /** Looks since the last collection; as many as are enough before the first. */
  #looks = LOOKS_BETWEEN;

  /** `release`: returns what the thread keeps besides its heap. */
  constructor(release: () => void = () => undefined, figures = figuresOfThisThread()) {
    this.#release = release;
    this.#figures = figures;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** Called after each piece of work that creates many objects. What it has left is returned even while the thread answers requests. */
  noteWork(): void {
    this.#notePeak();
    this.#isWorking = true;
    this.#hasWorked = true;
  }

  #notePeak(): void {
    this.#peak = Math.max(this.#peak, this.#figures.heapSize());
  }

  #look(): void {
    this.#notePeak();
    const busyShare = this.#figures.busyShare();
    const isWorking = this.#isWorking;
    this.#isWorking = false;
    this.#looks++;
    if (globalThis.gc === undefined || isWorking || this.#peak - this.#after < WORTH_COLLECTING) return;
    if (busyShare > FULL_SHARE) return;
    // After a load much is returned, but what a start or requests have left is not worth a request that waits.
    if (!this.#hasWorked && (busyShare > IDLE_SHARE || this.#looks < LOOKS_BETWEEN)) return;
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    this.#release();
    this.#after = this.#figures.heapSize();
    this.#peak = 0;
    this.#hasWorked = false;
    this.#looks = 0;
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
