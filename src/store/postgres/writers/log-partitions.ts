import type { Sequence } from '../../../model/sequence.ts';
import type { LogBounds } from '../../log-trim.ts';
import { integer, text } from '../../rows/stored-rows.ts';
import type { Queryable } from '../connection.ts';
import { isLockTimeout } from '../failures.ts';
import type { WriteTransaction } from '../write-session.ts';

/** Maximum wait for readers of the log: all others queue behind the drop. */
const PATIENCE = '250ms';

/** A partition of the change log that receives no more commits. */
export interface FullPartition {
  /** Name as SQL, quoted where necessary. */
  readonly name: string;
  /** Exclusive: the first commit after it. */
  readonly end: Sequence;
}

/** The partitions before the one with the last commit, oldest first. */
export async function fullPartitions(database: Queryable): Promise<readonly FullPartition[]> {
  const rows = await database.query(
    `SELECT * FROM (
       SELECT c.oid::regclass::text AS name,
              substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''?(\\d+)')::bigint AS end_of_it
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'colophon_change_log'::regclass) AS partition
     WHERE end_of_it <= (SELECT last_sequence FROM colophon_state) ORDER BY end_of_it`,
  );
  return rows.map((row) => ({ name: text(row, 'name'), end: integer(row, 'end_of_it') }));
}

/**
 * Number of commits in the oldest full partition when all of them are due; otherwise undefined. Due commits stay due:
 * such a partition does not change, and audit events are only removed.
 */
export async function countIfDue(
  database: Queryable,
  { end, name }: FullPartition,
  { before, below }: LogBounds,
): Promise<number | undefined> {
  if (end > below) return undefined;
  // Usually answers without reading the whole partition.
  const [newest] = await database.query(
    `SELECT l.createdon < $1 AND NOT EXISTS (
       SELECT FROM colophon_audit_event e WHERE e.time = l.createdon AND e.sequence = l.sequence) AS is_due
     FROM ${name} l ORDER BY l.sequence DESC LIMIT 1`,
    [before],
  );
  if (newest === undefined) return 0;
  if (newest['is_due'] !== true) return undefined;
  // An event has the time of its commit, and older partitions no longer exist. Clocks may go back.
  const [whole = {}] = await database.query(
    `SELECT commits, latest < $1 AND NOT EXISTS (
       SELECT FROM colophon_audit_event e WHERE e.time BETWEEN first AND latest AND e.sequence < $2) AS is_due
     FROM (SELECT count(*) AS commits, min(createdon) AS first, max(createdon) AS latest FROM ${name}) AS l`,
    [before, end],
  );
  return whole['is_due'] === true ? integer(whole, 'commits') : undefined;
}

/** Drops a partition; false when a reader of the log holds it so long that others would notice the wait. */
export async function dropPartition(
  transaction: WriteTransaction,
  { name }: FullPartition,
): Promise<boolean> {
  try {
    await transaction.query(`SET LOCAL lock_timeout = '${PATIENCE}'`);
    await transaction.query(`DROP TABLE IF EXISTS ${name}`);
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}
