import type { RowWrite } from '../../metadata-store.ts';
import { columnsOf } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { expectAll, removedBy, type RemovedRows } from './removed-rows.ts';
import { runKey, runText } from '../row-columns.ts';
import type { PlacedWrite } from './write-waves.ts';

type Of<Kind extends RowWrite['kind']> = PlacedWrite<Extract<RowWrite, { kind: Kind }>>;

/** Inserts points, or replaces those with the same time and key. */
export async function putPoints(database: Queryable, writes: readonly Of<'putPoint'>[]): Promise<void> {
  const rows = writes.map(({ write: { aspect, timestampMillis, pointKey } }) => {
    const { urn, aspectName, text, systemMetadata, created, sequence } = aspect;
    const stamp = [created.time, created.actor, sequence, runKey(systemMetadata)];
    return [urn, aspectName, timestampMillis, pointKey, text, JSON.stringify(systemMetadata), ...stamp];
  });
  const written = await database.query(
    `INSERT INTO colophon_point
     SELECT e.id, i.aspect, i.timestamp, i.point_key, i.metadata, i.system, i.createdon, i.createdby, i.sequence, i.run_id
     FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[],
                 $9::bigint[], $10::text[])
       AS i (urn, aspect, timestamp, point_key, metadata, system, createdon, createdby, sequence, run_id)
     JOIN colophon_entity e ON e.urn = i.urn
     ON CONFLICT (entity_id, aspect, timestamp, md5(point_key)) DO UPDATE SET metadata = excluded.metadata,
       systemmetadata = excluded.systemmetadata, createdon = excluded.createdon, createdby = excluded.createdby,
       sequence = excluded.sequence, run_id = excluded.run_id
     RETURNING entity_id`,
    columnsOf(rows, 10),
  );
  expectAll(written, writes.length);
}

/** Deletes points between two times, both inclusive; only those of one run if `runId` is set. */
export async function deletePoints(
  database: Queryable,
  writes: readonly Of<'deletePoints'>[],
): Promise<readonly RemovedRows[]> {
  const rows = writes.map(({ commit, write }) => {
    const { urn, aspectName, from = 0, to = Number.MAX_SAFE_INTEGER, runId } = write;
    return [commit, urn, aspectName, from, to, runId === undefined ? null : runText(runId)];
  });
  const removed = await database.query(
    `WITH input AS (
       SELECT i.*, e.id FROM unnest($1::int[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[])
         AS i (commit, urn, aspect, first, last, run_id) JOIN colophon_entity e ON e.urn = i.urn),
     points AS (
       DELETE FROM colophon_point p USING input i
       WHERE p.entity_id = i.id AND p.aspect = i.aspect AND p.timestamp BETWEEN i.first AND i.last
         AND (i.run_id IS NULL OR p.run_id = i.run_id)
       RETURNING i.id, i.aspect)
     SELECT i.commit, 0 AS rows,
       (SELECT count(*) FROM points p WHERE p.id = i.id AND p.aspect = i.aspect) AS points FROM input i`,
    columnsOf(rows, 6),
  );
  return removedBy(removed, writes.length);
}
