import type { Aspect } from '../../../model/aspect.ts';
import type { FormerVersion } from '../../entity-rows.ts';
import { integer, text, toAspectRow, urnOf } from '../../rows/stored-rows.ts';
import type { SqlRow } from '../../rows/stored-rows.ts';
import { NOTHING_WRITTEN, writtenAmong } from '../../written-aspect.ts';
import type { WrittenAspect, WrittenKey } from '../../written-aspect.ts';
import { binaryColumns } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { ASPECT_COLUMNS } from '../row-columns.ts';

const WANTED = `unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS w (urn, name, sequence, nth)
  CROSS JOIN LATERAL (SELECT * FROM colophon_entity e WHERE e.urn = w.urn OFFSET 0) e`;

/** The versions that a commit wrote, and the one before them. */
const VERSIONS = `
  SELECT w.nth, e.urn, s.version, ${ASPECT_COLUMNS} FROM ${WANTED}
  CROSS JOIN LATERAL (
    (SELECT v.* FROM colophon_aspect v WHERE v.entity_id = e.id AND v.aspect = w.name AND v.sequence = w.sequence)
    UNION ALL
    (SELECT v.* FROM colophon_aspect v
     WHERE v.entity_id = e.id AND v.aspect = w.name AND v.version > 0 AND v.sequence < w.sequence
     ORDER BY v.version DESC LIMIT 1)) s
  CROSS JOIN LATERAL (
    SELECT * FROM metadata_aspect_v2 a
    WHERE a.urn = e.urn COLLATE "default" AND a.aspect = s.aspect AND a.version = s.version OFFSET 0) a
  ORDER BY w.nth, s.version = 0 DESC, s.version DESC`;

const POINTS = `
  SELECT w.nth, e.urn, p.*, NULL AS internal FROM ${WANTED}
  JOIN colophon_point p ON p.entity_id = e.id AND p.aspect = w.name AND p.sequence = w.sequence
  ORDER BY w.nth, p.timestamp, p.point_key`;

/** Reads what commits wrote to aspects, with two statements. */
export async function readWritten(
  database: Queryable,
  keys: readonly WrittenKey[],
): Promise<readonly WrittenAspect[]> {
  const versions = await rowsOf(database, VERSIONS, keys, ({ version, row }) => ({ version, row }));
  const missing = keys.flatMap((key, i) => (versions[i] === undefined ? [{ key, i }] : []));
  const found = await rowsOf(
    database,
    POINTS,
    missing.map(({ key }) => key),
    ({ row }): Aspect => row.aspect,
  );
  const points = new Map(missing.map(({ i }, at) => [i, found[at]]));
  return keys.map(({ sequence }, i) => {
    const of = versions[i];
    return of === undefined
      ? { ...NOTHING_WRITTEN, points: points.get(i) ?? [] }
      : writtenAmong(of, sequence);
  });
}

/** The rows of each key; undefined where there are none. */
async function rowsOf<T>(
  database: Queryable,
  statement: string,
  keys: readonly WrittenKey[],
  read: (found: FormerVersion) => T,
): Promise<readonly (T[] | undefined)[]> {
  const found: (T[] | undefined)[] = keys.map(() => undefined);
  if (keys.length === 0) return found;
  const columns = keys.map(({ urn, aspectName, sequence }) => [urn, aspectName, sequence]);
  for (const row of await database.query(statement, binaryColumns(columns, ['text', 'text', 'bigint']))) {
    (found[integer(row, 'nth') - 1] ??= []).push(read(versionIn(row)));
  }
  return found;
}

function versionIn(row: SqlRow): FormerVersion {
  const version = typeof row['version'] === 'number' ? row['version'] : 0;
  return { version, row: toAspectRow(urnOf(row), text(row, 'aspect'), row) };
}
