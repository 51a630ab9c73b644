import type { Pool, PoolClient } from 'pg';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError } from '../../errors.ts';
import type { Sequence } from '../../model/sequence.ts';
import { integer } from '../rows/stored-rows.ts';
import type { Durability } from './durability.ts';
import { allOf, queryable, type Queryable } from './connection.ts';
import { announcementText, endIn, type Announcement, type LogEnd } from './log-end.ts';
import { isAboutValues, isPassing, storeFailure } from './failures.ts';

/** NOTIFY channel of commits; the payload is made by `announcementText`. */
export const COMMIT_CHANNEL = 'colophon_commit';

/** Delays (ms) before each retry: 6 retries within about 8 s, enough for a server restart. */
const PAUSES = [50, 200, 500, 1_000, 2_000, 4_000];

// COMMIT releases the lock without waiting for the disk; `Durability` waits for it afterwards.
const LOCK = `SELECT *, set_config('synchronous_commit', 'off', true) FROM colophon_state FOR UPDATE`;
const ANNOUNCE = `SELECT pg_notify('${COMMIT_CHANNEL}', $1)`;

/**
 * The transaction of a group of commits. It holds the lock on the state row, so no other process commits meanwhile.
 */
export interface WriteTransaction extends Queryable {
  /** Id of its commits, to distinguish them from others with the same sequences after a rewind. */
  readonly id: string;
  /** The end of the log when the lock was taken. */
  readonly before: LogEnd;
  /** Last numbers assigned; increment to assign the next. Stored when the transaction commits. */
  readonly given: { sequence: Sequence; entity: number; auditEvent: number };
}

/** Outcome of the work in a transaction. */
export interface TransactionOutcome<T> {
  /** Returned to the caller. */
  readonly value: T;
  /** False: nothing was written, roll back. */
  readonly isDirty: boolean;
}

/** Called after each successful transaction, once it is on disk, with the end of the log before and after it. */
export type SessionListener = (before: LogEnd, after: LogEnd) => void;

/**
 * The only write connection of this process. Each transaction first locks the row with the last sequence, so processes commit
 * one after another; that includes transactions without a commit of the log, which store the last numbers unchanged. The lock
 * is released before the wait for the disk. Transient failures are retried. Each transaction stores its group number, which
 * shows after a lost answer to COMMIT whether it was committed.
 */
export class WriteSession {
  readonly #pool: Pool;
  readonly #durability: Durability;
  readonly #shown: string;
  readonly #ended: SessionListener;
  #writer: number | undefined;
  #group = 0;

  /** `pool` must have exactly one connection; `shown` names the database in messages. */
  constructor(pool: Pool, durability: Durability, shown: string, ended: SessionListener) {
    this.#pool = pool;
    this.#durability = durability;
    this.#shown = shown;
    this.#ended = ended;
  }

  /** Writer id of this process; undefined before its first transaction. */
  get writer(): number | undefined {
    return this.#writer;
  }

  /**
   * Runs the work in a transaction and commits it. The work may run several times; its last run counts.
   * Transactions must not overlap. Rejects with what the work throws, with the database's error, or with
   * UNAVAILABLE when the answer to COMMIT was lost and retries could not determine whether it was committed.
   */
  async transact<T>(work: (transaction: WriteTransaction) => Promise<TransactionOutcome<T>>): Promise<T> {
    const attempt = new Attempt<T>(++this.#group);
    for (let tried = 0; ; tried++) {
      try {
        return await this.#try(attempt, work);
      } catch (error) {
        const wait = PAUSES[tried];
        if (isPassing(error) && wait !== undefined) await pause(wait);
        else if (attempt.isUncertain) throw uncertain(error, this.#shown);
        else throw error;
      }
    }
  }

  async #try<T>(
    attempt: Attempt<T>,
    work: (transaction: WriteTransaction) => Promise<TransactionOutcome<T>>,
  ): Promise<T> {
    const client = await this.#pool.connect();
    let isClean = false;
    try {
      const writer = (this.#writer ??= await registerWriter(client));
      const transaction = await this.#begin(client);
      const { before } = transaction;
      if (await attempt.hasHappened(transaction, writer)) {
        await client.query('ROLLBACK');
        const sent = attempt.sent();
        isClean = await this.#settle(client, { ...sent, writer });
        return this.#end(sent);
      }
      const { value, isDirty } = await work(transaction);
      const { sequence } = transaction.given;
      const after = sequence === before.sequence ? before : { sequence, id: transaction.id };
      const sent = { value, before, after };
      if (isDirty) await keep(transaction, after, { writer, group: attempt.group });
      if (isDirty) attempt.send(sent);
      const { command } = await client.query(isDirty ? 'COMMIT' : 'ROLLBACK');
      if (isDirty && command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`);
      // Also without writes: the decisions may rely on recent commits of other processes.
      isClean = await this.#settle(client, { ...sent, writer });
      return this.#end(sent);
    } catch (error) {
      // After 'read-only' (25006) the connection is not reused: a new one may reach the promoted successor.
      if (isAboutValues(error)) isClean = await rolledBack(client);
      throw error;
    } finally {
      // A connection in an unknown state is not used again.
      client.release(!isClean);
    }
  }

  async #begin(client: PoolClient): Promise<WriteTransaction> {
    const database = queryable(client);
    const [, [row = {}]] = await allOf(database.query('BEGIN'), database.query(LOCK));
    const given = {
      sequence: integer(row, 'last_sequence'),
      entity: integer(row, 'last_entity'),
      auditEvent: integer(row, 'last_audit_event'),
    };
    return { ...database, id: randomUUID(), given, before: endIn(row) };
  }

  /**
   * Waits for the disk, then announces the end of the log. False: the announcement failed, perhaps with the connection.
   * Others then find the commit when they poll.
   */
  async #settle(client: PoolClient, { after, before, writer }: Announcement): Promise<boolean> {
    await this.#durability.settle(client);
    if (after === before) return true;
    // A separate statement: NOTIFY holds a server-wide lock until its transaction is on disk.
    return client.query(ANNOUNCE, [announcementText({ after, before, writer })]).then(
      () => true,
      () => false,
    );
  }

  #end<T>({ value, before, after }: Sent<T>): T {
    this.#ended(before, after);
    return value;
  }

  /** Removes this process's writer row and closes the connection. */
  async close(): Promise<void> {
    if (this.#writer !== undefined) {
      await queryable(this.#pool)
        .query('DELETE FROM colophon_writer WHERE id = $1', [this.#writer])
        // If the server is unreachable, the row stays; starting processes remove rows older than 30 days.
        .catch(() => undefined);
    }
    await this.#pool.end();
  }
}

interface Sent<T> {
  readonly value: T;
  readonly before: LogEnd;
  readonly after: LogEnd;
}

/** State of a transaction across retries. */
class Attempt<T> {
  readonly group: number;
  #sent: Sent<T> | undefined;

  constructor(group: number) {
    this.group = group;
  }

  /** Whether a COMMIT was sent and its answer was lost. */
  get isUncertain(): boolean {
    return this.#sent !== undefined;
  }

  send(sent: Sent<T>): void {
    this.#sent = sent;
  }

  sent(): Sent<T> {
    if (this.#sent === undefined) throw new Error('Nothing has been sent.');
    return this.#sent;
  }

  /**
   * Whether the COMMIT that was sent succeeded. The caller holds the lock, so that transaction has ended in either
   * case.
   */
  async hasHappened(transaction: Queryable, writer: number): Promise<boolean> {
    if (this.#sent === undefined) return false;
    const [row] = await transaction.query('SELECT last_group FROM colophon_writer WHERE id = $1', [writer]);
    if (row !== undefined && integer(row, 'last_group') === this.group) return true;
    this.#sent = undefined;
    return false;
  }
}

async function registerWriter(client: PoolClient): Promise<number> {
  const [row = {}] = await queryable(client).query(
    `WITH gone AS (DELETE FROM colophon_writer WHERE written_at < now() - interval '30 days')
     INSERT INTO colophon_writer (id) OVERRIDING SYSTEM VALUE VALUES ($1) RETURNING id`,
    // Random, because a promoted replica that lacks the last rows would reuse consecutive ids.
    [randomBytes(6).readUIntBE(0, 6)],
  );
  return integer(row, 'id');
}

async function keep(
  transaction: WriteTransaction,
  end: LogEnd,
  { group, writer }: { readonly writer: number; readonly group: number },
): Promise<void> {
  const { given } = transaction;
  await transaction.query(
    `WITH noted AS (
       INSERT INTO colophon_writer (id, last_group) OVERRIDING SYSTEM VALUE VALUES ($2, $1)
       ON CONFLICT (id) DO UPDATE SET last_group = excluded.last_group, written_at = now())
     UPDATE colophon_state SET last_sequence = $3, last_entity = $4, last_audit_event = $5, last_commit = $6`,
    [group, writer, given.sequence, given.entity, given.auditEvent, end.id],
  );
}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

function uncertain(error: unknown, shown: string): CatalogError {
  const { message } = storeFailure(error, 'The write', shown);
  return new CatalogError('UNAVAILABLE', `${message} It may have happened: check before you repeat it.`, {
    cause: error,
  });
}
