import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../../../util/module-beside.ts';
import type { MergeInput, MergeRunner } from './merge-runner.ts';
import type { MergedSegment } from './merge-segments.ts';

/** What the thread is asked. */
export interface MergeRequest {
  readonly id: number;
  readonly inputs: readonly MergeInput[];
}

/** What it answers. */
export interface MergeReply {
  readonly id: number;
  readonly merged: MergedSegment;
}

interface Waiting {
  readonly resolve: (merged: MergedSegment) => void;
  readonly reject: (error: Error) => void;
}

/** Merges in a thread of its own, which starts with the first merge; segments are shared, not copied. */
export class ThreadedMergeRunner implements MergeRunner {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  run(inputs: readonly MergeInput[]): Promise<MergedSegment> {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    const request: MergeRequest = { id, inputs };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(moduleBeside(import.meta.url, 'merge-worker'));
    worker.unref();
    worker.on('message', ({ id, merged }: MergeReply) => this.#take(id)?.resolve(merged));
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.#fail(new Error('the merge thread ended')));
    return worker;
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** The thread is gone; the next merge starts another. */
  #fail(error: Error): void {
    this.#worker = undefined;
    for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
  }
}
