import { TRIM_BATCH, trimmable } from '../../log-trim.ts';
import type { LogBounds } from '../../log-trim.ts';
import { integer } from '../../rows/stored-rows.ts';
import type { WriteTransaction } from '../write-session.ts';

/** Deletes a batch of the oldest commits; returns how many. */
export async function trimLog(transaction: WriteTransaction, { before, below }: LogBounds): Promise<number> {
  // An event has the time of its commit, so that an index finds it. The last commit is kept: its id tells whether the log
  // was rewound.
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
