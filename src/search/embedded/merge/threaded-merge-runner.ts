import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../util/module-beside.ts';
import type { MergeInput, MergeRunner } from './merge-runner.ts';
import type { MergedSegment } from './merge-segments.ts';

/** Message to the merge thread. */
export interface MergeRequest {
  readonly id: number;
  readonly inputs: readonly MergeInput[];
}

/** Message from the merge thread. */
export interface MergeReply {
  readonly id: number;
  readonly merged: MergedSegment;
}

interface Waiting {
  readonly resolve: (merged: MergedSegment) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Idle time in ms after which the thread ends. An idle thread would keep the memory of every segment it has merged.
 */
const IDLE_MS = 3_000;

/** Merges in a worker thread that is started on demand. Segments are shared, not copied. */
export class ThreadedMergeRunner implements MergeRunner {
  #thread: MergeThread | undefined;
  #idle: NodeJS.Timeout | undefined;

  async run(inputs: readonly MergeInput[]): Promise<MergedSegment> {
    clearTimeout(this.#idle);
    const thread = this.#thread?.isOver === false ? this.#thread : new MergeThread();
    this.#thread = thread;
    try {
      return await thread.run(inputs);
    } finally {
      if (thread === this.#thread && thread.isIdle) {
        this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
      }
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}

/** One worker thread with its pending merges, which all fail when it ends. */
class MergeThread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #worker = new Worker(moduleBeside(import.meta.url, 'merge-worker'));
  #lastId = 0;
  #isOver = false;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', ({ id, merged }: MergeReply) => this.#take(id)?.resolve(merged));
    this.#worker.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#fail(new Error('the merge thread ended')));
  }

  /** True when it accepts no more merges. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0;
  }

  run(inputs: readonly MergeInput[]): Promise<MergedSegment> {
    const id = ++this.#lastId;
    const request: MergeRequest = { id, inputs };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(error: Error): void {
    this.#isOver = true;
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(error);
  }
}
