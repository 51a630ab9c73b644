import type { Pool, PoolClient } from 'pg';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CatalogError } from '../../errors.ts';
import type { Sequence } from '../../model/sequence.ts';
import { integer } from '../stored-rows.ts';
import { queryable } from './connection.ts';
import type { Queryable } from './connection.ts';
import { announcementText } from './log-end.ts';
import type { Announcement, LogEnd } from './log-end.ts';
import { isAboutValues, isPassing, storeFailure } from './failures.ts';

/** The channel on which every commit is announced, as `announcementText` writes it. */
export const COMMIT_CHANNEL = 'colophon_commit';

/** How long (ms) is waited before each further attempt: long enough for a server to start again. */
const PAUSES = [50, 200, 500, 1_000, 2_000, 4_000];

// What has been answered survives a loss of power, also where a server does not promise that by itself.
const LOCK = `SELECT *, CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN set_config('synchronous_commit', 'on', true) END FROM colophon_state FOR UPDATE`;

/** The transaction of a group of commits, which holds the lock on the state: nobody else commits meanwhile. */
export interface WriteTransaction extends Queryable {
  /** What tells its commits from others of the same numbers. */
  readonly id: string;
  /** Last numbers given; whoever gives another counts up. They are kept if the transaction is. */
  readonly given: { sequence: Sequence; entity: number; auditEvent: number };
}

/** What a transaction comes to: what its caller is told and, unless there is nothing to keep, `isDirty`. */
export interface TransactionOutcome<T> {
  readonly value: T;
  readonly isDirty: boolean;
}

/** Told of every transaction that has ended well: the end of the log before it, and after it. */
export type SessionListener = (before: LogEnd, after: LogEnd) => void;

/**
 * The one connection of this process that writes. A transaction begins with the lock on the row that holds the last
 * sequence, so that processes commit one after another. What passes is tried again; when the answer to a COMMIT is
 * lost, the number of the group, which is written with it, tells whether it happened.
 */
export class WriteSession {
  readonly #pool: Pool;
  readonly #shown: string;
  readonly #ended: SessionListener;
  #writer: number | undefined;
  #group = 0;

  /** `pool` must hold one connection; `shown` names the database in messages. */
  constructor(pool: Pool, shown: string, ended: SessionListener) {
    this.#pool = pool;
    this.#shown = shown;
    this.#ended = ended;
  }

  /** The number of this process among the writers; undefined before its first transaction. */
  get writer(): number | undefined {
    return this.#writer;
  }

  /**
   * Runs the work in a transaction and commits it; the work may run several times, and its last run counts. Transactions
   * must not overlap. Rejects with UNAVAILABLE when the database cannot do it, and with what the work throws.
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
      const { transaction, before } = await this.#begin(client);
      if (await attempt.hasHappened(transaction, writer)) {
        await client.query('ROLLBACK');
        isClean = true;
        return this.#end(attempt.sent());
      }
      const { value, isDirty } = await work(transaction);
      const { sequence } = transaction.given;
      const after = sequence === before.sequence ? before : { sequence, id: transaction.id };
      const sent = { value, before, after };
      if (isDirty) await keep(transaction, { before, after, writer }, attempt.group);
      if (isDirty) attempt.send(sent);
      const { command } = await client.query(isDirty ? 'COMMIT' : 'ROLLBACK');
      if (isDirty && command !== 'COMMIT') throw new Error(`COMMIT was answered with ${command}.`);
      isClean = true;
      return this.#end(sent);
    } catch (error) {
      // A server that has become read-only may have a successor, which a new connection finds.
      if (isAboutValues(error)) isClean = await rolledBack(client);
      throw error;
    } finally {
      // A connection in an unknown state is not used again.
      client.release(!isClean);
    }
  }

  async #begin(
    client: PoolClient,
  ): Promise<{ readonly transaction: WriteTransaction; readonly before: LogEnd }> {
    await client.query('BEGIN');
    const database = queryable(client);
    const [row = {}] = await database.query(LOCK);
    const given = {
      sequence: integer(row, 'last_sequence'),
      entity: integer(row, 'last_entity'),
      auditEvent: integer(row, 'last_audit_event'),
    };
    const id = row['last_commit'];
    return {
      transaction: { ...database, id: randomUUID(), given },
      before: { sequence: given.sequence, id: typeof id === 'string' ? id : undefined },
    };
  }

  #end<T>({ value, before, after }: Sent<T>): T {
    this.#ended(before, after);
    return value;
  }

  /** Forgets the registration of this process and closes the connection. */
  async close(): Promise<void> {
    if (this.#writer !== undefined) {
      await queryable(this.#pool)
        .query('DELETE FROM colophon_writer WHERE id = $1', [this.#writer])
        // Left behind by a server that is gone; the next process that starts removes what is old.
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

/** What is known of a transaction over all its attempts. */
class Attempt<T> {
  readonly group: number;
  #sent: Sent<T> | undefined;

  constructor(group: number) {
    this.group = group;
  }

  /** Whether a COMMIT was sent whose answer never came. */
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

  /** Whether the COMMIT that was sent took place; the lock says that its transaction is over, either way. */
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
    // Counted numbers would be given again by a replica that had not got the last ones.
    [randomBytes(6).readUIntBE(0, 6)],
  );
  return integer(row, 'id');
}

async function keep(transaction: WriteTransaction, announcement: Announcement, group: number): Promise<void> {
  const { given } = transaction;
  const { after, before, writer } = announcement;
  await transaction.query(
    `WITH noted AS (
       INSERT INTO colophon_writer (id, last_group) OVERRIDING SYSTEM VALUE VALUES ($2, $1)
       ON CONFLICT (id) DO UPDATE SET last_group = excluded.last_group, written_at = now())
     UPDATE colophon_state SET last_sequence = $3, last_entity = $4, last_audit_event = $5, last_commit = $6
     RETURNING CASE WHEN $7 THEN pg_notify('${COMMIT_CHANNEL}', $8) END`,
    [
      ...[group, writer, given.sequence, given.entity, given.auditEvent, after.id],
      ...[after !== before, announcementText(announcement)],
    ],
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
  return new CatalogError('UNAVAILABLE', `${message} It may have happened: look before you repeat it.`, {
    cause: error,
  });
}
