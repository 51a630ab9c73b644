import { urnHashes, type AuditRow } from '../../rows/audit-rows.ts';
import type { AuditRetention } from '../../audit-store.ts';
import { integer } from '../../rows/stored-rows.ts';
import { columnsOf } from '../columns.ts';
import type { WriteTransaction } from '../write-session.ts';

/** An event to record. Only a commit has `sequence` and `entries`; its subjects are in the change log. */
export interface AuditedEvent extends AuditRow {
  readonly sequence: number | null;
  /** JSON of the change log entries. */
  readonly entries: string | null;
}

/** Events purged per transaction, so that a long purge does not block writers. */
const PURGE_BATCH = 500;

const OLD_EVENT = `SELECT e.id, e.time, coalesce(e.subjects, l.entries) AS groups
  FROM colophon_audit_event e LEFT JOIN colophon_change_log l ON l.sequence = e.sequence`;

/** Appends events with increasing ids. */
export async function recordEvents(
  transaction: WriteTransaction,
  events: readonly AuditedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows: (string | number | null)[][] = [];
  const byEntity: number[][] = [];
  for (const { time, kind, actor, sequence, subjects, details, entries } of events) {
    const id = ++transaction.given.auditEvent;
    rows.push([id, time, kind, actor, sequence, subjects, details]);
    for (const hash of urnHashes(entries ?? subjects)) byEntity.push([hash, time, id]);
  }
  await transaction.query(
    `WITH about AS (
       INSERT INTO colophon_audit_entity SELECT * FROM unnest($8::bigint[], $9::bigint[], $10::bigint[]))
     INSERT INTO colophon_audit_event SELECT * FROM
       unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[])`,
    [...columnsOf(rows, 7), ...columnsOf(byEntity, 3)],
  );
}

/**
 * Purges up to `PURGE_BATCH` events, oldest first: those beyond `keep`, then those before `before`. Returns their
 * number.
 */
export async function purgeEvents(
  transaction: WriteTransaction,
  { before, keep }: AuditRetention,
): Promise<number> {
  // Ids have no gaps, because only the oldest events are ever removed.
  const excess = await transaction.query(`${OLD_EVENT} WHERE e.id <= $1 ORDER BY e.id LIMIT $2`, [
    transaction.given.auditEvent - keep,
    PURGE_BATCH,
  ]);
  const gone =
    excess.length > 0
      ? excess
      : await transaction.query(`${OLD_EVENT} WHERE e.time < $1 ORDER BY e.time, e.id LIMIT $2`, [
          before,
          PURGE_BATCH,
        ]);
  if (gone.length === 0) return 0;
  const byEntity = gone.flatMap((row) =>
    [...urnHashes(row['groups'])].map((hash) => [hash, integer(row, 'time'), integer(row, 'id')]),
  );
  await transaction.query(
    `WITH about AS (
       DELETE FROM colophon_audit_entity x
       USING unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS i (hash, time, event)
       WHERE x.urn_hash = i.hash AND x.time = i.time AND x.event_id = i.event)
     DELETE FROM colophon_audit_event WHERE id = ANY ($1::bigint[])`,
    [gone.map((row) => integer(row, 'id')), ...columnsOf(byEntity, 3)],
  );
  return gone.length;
}
