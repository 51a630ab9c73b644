import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { GroupCommitter } from './commit-group.ts';
import { CatalogError } from '../../../errors.ts';
import { openForWriting } from '../connection.ts';
import type { WriterReply, WriterRequest } from './writer.ts';
import { IdleMemory } from '../../../util/idle-memory.ts';

/**
 * The thread with the writing connection, so that inserts and disk syncs do not block the server's event loop. Batches
 * that queue up while a group is written form the next group.
 */
const port = parentPort;
if (port === null) throw new Error('writer-thread.ts runs as a worker thread only.');

const path: unknown = workerData;
if (typeof path !== 'string') throw new Error('The writer thread needs the path of the database.');

/**
 * Operations after which a group takes no further batch: a long queue is split, so that the first callers get an early
 * answer.
 */
const GROUP_OPERATIONS = 20_000;

const database = open(path);
const committer = new GroupCommitter(database);
const memory = new IdleMemory(() => database.exec('PRAGMA shrink_memory'));
/** Batches of a failed epoch must not be written: they were decided on rows that were never stored. */
let failedEpoch = -1;

port.on('message', (first: WriterRequest) => {
  let next: WriterRequest | undefined = first;
  while (next !== undefined) {
    if (next.kind === 'close') {
      committer.complete();
      database.close();
      port.close();
      return;
    }
    const group = [next];
    let size = next.batch.operations.length;
    next = receive();
    while (next?.kind === 'write' && next.epoch === group[0]?.epoch && size < GROUP_OPERATIONS) {
      group.push(next);
      size += next.batch.operations.length;
      next = receive();
    }
    port.postMessage(commit(group));
    memory.noteWork();
  }
});
send({ kind: 'ready' });

function open(file: string): ReturnType<typeof openForWriting> {
  try {
    return openForWriting(file, {
      log: (message) => send({ kind: 'log', message }),
      progress: (message) => send({ kind: 'progress', message }),
    });
  } catch (error) {
    // An uncaught error would lose its class on the way to the main thread.
    if (error instanceof CatalogError) send({ kind: 'refused', code: error.code, message: error.message });
    throw error;
  }
}

function send(reply: WriterReply): void {
  port?.postMessage(reply);
}

function commit(group: readonly Extract<WriterRequest, { kind: 'write' }>[]): WriterReply {
  const epoch = group[0]?.epoch ?? 0;
  if (epoch <= failedEpoch)
    return { kind: 'written', epoch, outcome: { ok: false, message: 'an earlier write failed' } };
  const outcome = committer.commit(group.map(({ batch }) => batch));
  if (!outcome.ok) failedEpoch = epoch;
  return { kind: 'written', epoch, outcome };
}

function receive(): WriterRequest | undefined {
  // Only writer.ts posts to this thread, and only a WriterRequest.
  const received: { readonly message: WriterRequest } | undefined =
    port === null ? undefined : receiveMessageOnPort(port);
  return received?.message;
}
