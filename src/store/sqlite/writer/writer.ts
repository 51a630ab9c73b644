import { Worker } from 'node:worker_threads';
import type { DatabaseSync } from 'node:sqlite';
import { CatalogError, messageOf, type ErrorCode } from '../../../errors.ts';
import type { MigrationListener } from '../../schema-migration.ts';
import { moduleBeside } from '../../../util/module-beside.ts';
import { GroupCommitter, type GroupOutcome } from './commit-group.ts';
import type { Removed, WriteBatch } from './write-operations.ts';

/** Message to the writer thread. */
export type WriterRequest =
  | { readonly kind: 'write'; readonly epoch: number; readonly batch: WriteBatch }
  | { readonly kind: 'close' };

/**
 * Message from the writer thread: `log` and `progress` while it migrates the schema, then `ready` or `refused`; after that one `written` per
 * group, in the order of the batches.
 */
export type WriterReply =
  | { readonly kind: 'log'; readonly message: string }
  | { readonly kind: 'progress'; readonly message: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'written'; readonly epoch: number; readonly outcome: GroupOutcome };

/** Makes batches durable, in order. When one fails, all pending ones fail too: they were decided on its rows. */
export interface Writer {
  /** Resolves once the batch is durable; rejects with UNAVAILABLE when it was not written. */
  write(batch: WriteBatch): Promise<Removed>;
  /** Sets the listener that is called when a batch fails, before the pending promises reject. */
  whenFailing(listener: () => void): void;
  close(): Promise<void>;
}

/** Writes synchronously on the caller's connection: for catalogs in memory, which need no disk sync. */
export function createInlineWriter(database: DatabaseSync): Writer {
  const committer = new GroupCommitter(database);
  let reportFailure = (): void => undefined;
  return {
    write: (batch) => {
      const outcome = committer.commit([batch]);
      if (outcome.ok) return Promise.resolve(outcome.removed[0] ?? { rows: 0, points: 0, assignments: 0 });
      reportFailure();
      return Promise.reject(writeFailure(outcome.message));
    },
    whenFailing: (listener) => (reportFailure = listener),
    close: () => Promise.resolve(),
  };
}

interface Waiting {
  readonly epoch: number;
  readonly resolve: (removed: Removed) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the writer thread on a database file, whose schema it migrates first. CONFLICT when a newer version wrote it. */
export async function startThreadWriter(path: string, listener: MigrationListener): Promise<Writer> {
  const worker = new Worker(moduleBeside(import.meta.url, 'writer-thread'), { workerData: path });
  const waiting: Waiting[] = [];
  let epoch = 0;
  /** Why the thread writes no more. */
  let death: string | undefined;
  let isClosing = false;
  let reportFailure = (): void => undefined;

  const failAll = (message: string): void => {
    epoch++;
    reportFailure();
    for (const { reject } of waiting.splice(0)) reject(writeFailure(message));
  };
  const settle = (reply: Extract<WriterReply, { kind: 'written' }>): void => {
    // The callers of a failed epoch have already been rejected.
    if (reply.epoch !== epoch) return;
    if (!reply.outcome.ok) failAll(reply.outcome.message);
    else for (const removed of reply.outcome.removed) waiting.shift()?.resolve(removed);
  };

  await new Promise<void>((resolve, reject) => {
    let refusal: CatalogError | undefined;
    worker.once('error', (error: Error) => reject(refusal ?? error));
    worker.on('message', (reply: WriterReply) => {
      if (reply.kind === 'ready') resolve();
      else if (reply.kind === 'log') listener.log(reply.message);
      else if (reply.kind === 'progress') listener.progress(reply.message);
      else if (reply.kind === 'refused') refusal = new CatalogError(reply.code, reply.message);
      else settle(reply);
    });
  });
  worker.on('error', (error) => (death = messageOf(error)));
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      death ??= 'the thread that writes has ended';
      if (!isClosing) failAll(death);
      resolve();
    }),
  );
  const post = (request: WriterRequest): void => worker.postMessage(request);

  return {
    write: (batch) =>
      new Promise((resolve, reject) => {
        if (death !== undefined) {
          reject(writeFailure(death));
          return;
        }
        waiting.push({ epoch, resolve, reject });
        post({ kind: 'write', epoch, batch });
      }),
    whenFailing: (listener) => (reportFailure = listener),
    close: () => {
      isClosing = true;
      post({ kind: 'close' });
      return ended;
    },
  };
}

function writeFailure(message: string): CatalogError {
  return new CatalogError(
    'UNAVAILABLE',
    `The write failed and was not stored (${message}). Check the disk of the data folder, then try again.`,
  );
}
