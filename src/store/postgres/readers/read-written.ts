import type { Aspect } from '../../../model/aspect.ts';
import type { FormerVersion } from '../../entity-rows.ts';
import { integer, text, toAspectRow, urnOf, type SqlRow } from '../../rows/stored-rows.ts';
import { NOTHING_WRITTEN, writtenAmong, type WrittenAspect, type WrittenKey } from '../../written-aspect.ts';
import { binaryColumns } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { MOST, isLeftOut, limitedColumns, limitedPoint } from './limited-columns.ts';

const WANTED = `unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS w (urn, name, sequence, nth)
  CROSS JOIN LATERAL (SELECT * FROM colophon_entity e WHERE e.urn = w.urn OFFSET 0) e`;

/** The versions that a commit wrote, and the version before them. */
const VERSIONS = `
  SELECT w.nth, e.urn, s.version, ${limitedColumns('ORDER BY w.nth, s.version = 0 DESC, s.version DESC', 4)} FROM ${WANTED}
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
  SELECT w.nth, e.urn, w.name AS aspect, ${limitedPoint('ORDER BY w.nth, p.timestamp, p.point_key', 4)} FROM ${WANTED}
  JOIN colophon_point p ON p.entity_id = e.id AND p.aspect = w.name AND p.sequence = w.sequence
  ORDER BY w.nth, p.timestamp, p.point_key`;

/**
 * Reads what commits wrote to aspects, with two statements. Ends early, but not before the first key, when the values have
 * `most` characters.
 */
export async function readWritten(
  database: Queryable,
  keys: readonly WrittenKey[],
  most: number,
): Promise<readonly WrittenAspect[]> {
  const versions = await rowsOf(database, VERSIONS, keys, most, ({ version, row }) => ({ version, row }));
  const missing = keys
    .slice(0, versions.end)
    .flatMap((key, i) => (versions.found[i] === undefined ? [{ key, i }] : []));
  const points = await rowsOf(
    database,
    POINTS,
    missing.map(({ key }) => key),
    most,
    ({ row }): Aspect => row.aspect,
  );
  const end = Math.min(versions.end, missing[points.end]?.i ?? keys.length);
  const [first] = keys;
  if (end === 0 && first !== undefined) return readWritten(database, [first], MOST);
  const byKey = new Map(missing.map(({ i }, at) => [i, points.found[at]]));
  return keys.slice(0, end).map(({ sequence }, i) => {
    const of = versions.found[i];
    return of === undefined ? { ...NOTHING_WRITTEN, points: byKey.get(i) ?? [] } : writtenAmong(of, sequence);
  });
}

/** Rows by the position of their key; undefined where there are none. */
interface FoundRows<T> {
  readonly found: readonly (T[] | undefined)[];
  /** Number of keys, from the first, whose rows have all been read. */
  readonly end: number;
}

async function rowsOf<T>(
  database: Queryable,
  statement: string,
  keys: readonly WrittenKey[],
  most: number,
  read: (found: FormerVersion) => T,
): Promise<FoundRows<T>> {
  const found: (T[] | undefined)[] = keys.map(() => undefined);
  if (keys.length === 0) return { found, end: 0 };
  const columns = keys.map(({ urn, aspectName, sequence }) => [urn, aspectName, sequence]);
  const parameters = [...binaryColumns(columns, ['text', 'text', 'bigint']), most];
  for (const row of await database.query(statement, parameters)) {
    const place = integer(row, 'nth') - 1;
    if (isLeftOut(row)) return { found, end: place };
    (found[place] ??= []).push(read(versionIn(row)));
  }
  return { found, end: keys.length };
}

function versionIn(row: SqlRow): FormerVersion {
  const version = typeof row['version'] === 'number' ? row['version'] : 0;
  return { version, row: toAspectRow(urnOf(row), text(row, 'aspect'), row) };
}
