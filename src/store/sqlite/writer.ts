import { Worker } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { CatalogError, messageOf } from '../../errors.ts';
import { moduleBeside } from '../../util/module-beside.ts';
import { GroupCommitter } from './commit-group.ts';
import type { GroupOutcome } from './commit-group.ts';
import type { Removed, WriteBatch } from './write-operations.ts';

/** What the writer thread is told. */
export type WriterRequest =
  { readonly kind: 'write'; readonly epoch: number; readonly batch: WriteBatch } | { readonly kind: 'close' };

/** What the writer thread answers: one `written` per group, groups in the order of their batches. */
export type WriterReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'written'; readonly epoch: number; readonly outcome: GroupOutcome };

/** Makes batches durable, in order. A batch after one that failed fails too, as it was decided upon its rows. */
export interface Writer {
  /** Resolves once the batch is durable, rejects with UNAVAILABLE when it was not written. */
  write(batch: WriteBatch): Promise<Removed>;
  /** Calls the listener when a batch fails, before anyone who waits is told. */
  whenFailing(listener: () => void): void;
  close(): Promise<void>;
}

/** Writes on the caller's own connection: for catalogs in memory, where there is no disk to wait for. */
export function createInlineWriter(database: DatabaseSync): Writer {
  const committer = new GroupCommitter(database);
  let tellFailure = (): void => undefined;
  return {
    write: (batch) => {
      const outcome = committer.commit([batch]);
      if (outcome.ok) return Promise.resolve(outcome.removed[0] ?? { rows: 0, points: 0, assignments: 0 });
      tellFailure();
      return Promise.reject(writeFailure(outcome.message));
    },
    whenFailing: (listener) => (tellFailure = listener),
    close: () => Promise.resolve(),
  };
}

interface Waiting {
  readonly epoch: number;
  readonly resolve: (removed: Removed) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the writer thread on a database file. */
export async function startThreadWriter(path: string): Promise<Writer> {
  const worker = new Worker(moduleBeside(import.meta.url, 'writer-thread'), { workerData: path });
  const waiting: Waiting[] = [];
  let epoch = 0;
  let tellFailure = (): void => undefined;

  const failAll = (message: string): void => {
    epoch++;
    tellFailure();
    for (const { reject } of waiting.splice(0)) reject(writeFailure(message));
  };
  const settle = (reply: Extract<WriterReply, { kind: 'written' }>): void => {
    // Answers for an epoch that has been given up belong to callers who were told already.
    if (reply.epoch !== epoch) return;
    if (!reply.outcome.ok) failAll(reply.outcome.message);
    else for (const removed of reply.outcome.removed) waiting.shift()?.resolve(removed);
  };

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (reply: WriterReply) => {
      if (reply.kind === 'ready') resolve();
      else settle(reply);
    });
  });
  worker.on('error', (error) => failAll(messageOf(error)));
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const post = (request: WriterRequest): void => worker.postMessage(request);

  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ epoch, resolve, reject });
        post({ kind: 'write', epoch, batch });
      }),
    whenFailing: (listener) => (tellFailure = listener),
    close: () => {
      post({ kind: 'close' });
      return ended;
    },
  };
}

function writeFailure(message: string): CatalogError {
  return new CatalogError(
    'UNAVAILABLE',
    `The write could not be made durable and did not happen (${message}). Check the disk of the data folder, then try again.`,
  );
}
