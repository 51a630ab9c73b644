import { TRIM_BATCH, trimmable, type LogBounds } from '../../log-trim.ts';
import { integer } from '../../rows/stored-rows.ts';
import type { Transact } from '../adoption.ts';
import type { Queryable } from '../connection.ts';
import type { WriteTransaction } from '../write-session.ts';
import { countIfDue, dropPartition, fullPartitions } from './log-partitions.ts';

/**
 * Drops the full partitions whose commits are all due, each in its own transaction; without full partitions, deletes a
 * batch of the oldest commits. Returns the number of commits removed.
 *
 * Nothing is deleted from a full partition, which would cost as much as writing it. Partitions are kept short, so the
 * commits of the oldest are at most twice as old as required when it is dropped.
 */
export async function trimLog(reading: Queryable, transact: Transact, bounds: LogBounds): Promise<number> {
  let dropped = 0;
  for (const partition of await fullPartitions(reading)) {
    const commits = await countIfDue(reading, partition, bounds);
    if (commits === undefined) return dropped;
    const isDropped = await transact(async (transaction) => {
      const isDone = await dropPartition(transaction, partition);
      return { value: isDone, isDirty: isDone };
    });
    if (!isDropped) return dropped;
    dropped += commits;
  }
  if (dropped > 0) return dropped;
  return transact(async (transaction) => {
    const deleted = await deleteBatch(transaction, bounds);
    return { value: deleted, isDirty: deleted > 0 };
  });
}

async function deleteBatch(transaction: WriteTransaction, { before, below }: LogBounds): Promise<number> {
  // An event has the time of its commit, so an index finds it. The last commit is kept: its id shows whether the log was
  // rewound.
  const rows = await transaction.query(
    `SELECT l.sequence, octet_length(l.entries) AS bytes, l.createdon < $1 AND NOT EXISTS (
       SELECT 1 FROM colophon_audit_event e WHERE e.time = l.createdon AND e.sequence = l.sequence) AS is_due
     FROM colophon_change_log l WHERE l.sequence < $2 ORDER BY l.sequence LIMIT ${TRIM_BATCH}`,
    [before, Math.min(below, transaction.given.sequence)],
  );
  const oldest = rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    bytes: integer(row, 'bytes'),
    isDue: row['is_due'] === true,
  }));
  const count = trimmable(oldest);
  const last = oldest[count - 1];
  if (last !== undefined) {
    await transaction.query('DELETE FROM colophon_change_log WHERE sequence <= $1', [last.sequence]);
  }
  return count;
}
