import type { Urn } from '../../../model/urn.ts';
import type { AspectRow } from '../../entity-rows.ts';
import type { RowWrite } from '../../metadata-store.ts';
import { textsOnce, type TextOf } from '../../rows/metadata-texts.ts';
import { integer } from '../../rows/stored-rows.ts';
import { binaryColumns, columnsOf, type ElementType } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { removedBy, expectAll, type RemovedRows } from './removed-rows.ts';
import { runKey, timestampOf } from '../row-columns.ts';
import type { PlacedWrite } from './write-waves.ts';

type Of<Kind extends RowWrite['kind']> = PlacedWrite<Extract<RowWrite, { kind: Kind }>>;

/** An aspect with the number of its newest former version; 0 for none. */
export interface LastVersion {
  readonly urn: string;
  readonly aspectName: string;
  readonly last: number;
}

const ROW_COLUMNS =
  'urn, aspect, metadata, system, createdon, createdby, sequence, internal, run_id, observed';
const ROW_TYPES: readonly ElementType[] = [
  'text',
  'text',
  'text',
  'text',
  'bigint',
  'text',
  'bigint',
  'text',
  'text',
  'bigint',
];
/** Types of the rows of a reversal: version and commit at the end. */
const REVERTED_TYPES: readonly ElementType[] = [...ROW_TYPES, 'bigint', 'bigint'];
/** Types of the rows of new entities: number of the entity at the end. */
const INSERTED_TYPES: readonly ElementType[] = [...ROW_TYPES, 'bigint'];

/** SQL of the input rows, with columns of these types. */
const rowsOf = (types: readonly ElementType[], more = ''): string =>
  `unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})
    WITH ORDINALITY AS i (${ROW_COLUMNS}${more}, nth)`;

/**
 * The input rows with their entity numbers. OFFSET forces index look-ups: PostgreSQL would otherwise join whole tables,
 * which it estimates cheaper than some thousand look-ups.
 */
const inputFrom = (types: readonly ElementType[], more = ''): string => `
  FROM ${rowsOf(types, more)}
  CROSS JOIN LATERAL (SELECT id AS entity_id FROM colophon_entity e WHERE e.urn = i.urn OFFSET 0) e`;

/** Inserts the rows of `input` as latest versions into DataHub's table. */
const INSERT_LATEST = `
  INSERT INTO metadata_aspect_v2 (urn, aspect, version, metadata, systemmetadata, createdon, createdby)
  SELECT urn, aspect, 0, metadata, system, ${timestampOf('createdon')}, createdby FROM input`;

/** Inserts the rows of `input` into `colophon_aspect`, beside DataHub's table. */
const INSERT_BESIDE = `
  INSERT INTO colophon_aspect
  SELECT entity_id, aspect, 0, sequence, internal, ${timestampOf('createdon')}, run_id, observed FROM input`;

/** Writes the rows of `input` as latest versions, to DataHub's table and to `colophon_aspect`. */
const WRITE_LATEST = `
  latest AS (${INSERT_LATEST}
    ON CONFLICT (urn, aspect, version) DO UPDATE SET metadata = excluded.metadata,
      systemmetadata = excluded.systemmetadata, createdon = excluded.createdon, createdby = excluded.createdby,
      createdfor = NULL),
  beside AS (${INSERT_BESIDE}
    ON CONFLICT (entity_id, aspect, version) DO UPDATE SET sequence = excluded.sequence,
      internal = excluded.internal, createdon = excluded.createdon, run_id = excluded.run_id,
      last_observed = excluded.last_observed)`;

const INSERT = `
  WITH input AS MATERIALIZED (SELECT * FROM ${rowsOf(INSERTED_TYPES, ', entity_id')}),
  latest AS (${INSERT_LATEST})
  ${INSERT_BESIDE}`;

/**
 * Writes the first rows of new entities, with their entity numbers: half the work of `putAspects`, which checks for
 * former versions. Rejects with the database's error for a duplicate key when DataHub has written one of the aspects.
 */
export async function insertAspects(
  database: Queryable,
  rows: readonly AspectRow[],
  numbers: ReadonlyMap<Urn, number>,
): Promise<void> {
  if (rows.length === 0) return;
  const textOf = textsOnce();
  const inserted = rows.map((row) => [...toColumns(row, textOf), numbers.get(row.aspect.urn) ?? null]);
  await database.query(INSERT, binaryColumns(inserted, INSERTED_TYPES));
}

// All parts of the statement see the same snapshot, so the kept versions are the previous ones.
const PUT = `
  WITH input AS MATERIALIZED (
    SELECT *, (SELECT max(a.version) + 1 FROM metadata_aspect_v2 a WHERE a.urn = i.urn AND a.aspect = i.aspect) AS last
    ${inputFrom(ROW_TYPES)}),
  kept AS (
    INSERT INTO metadata_aspect_v2
    SELECT a.urn, a.aspect, i.last, a.metadata, a.systemmetadata, a.createdon, a.createdby, a.createdfor
    FROM input i CROSS JOIN LATERAL (
      SELECT * FROM metadata_aspect_v2 a WHERE a.urn = i.urn AND a.aspect = i.aspect AND a.version = 0 OFFSET 0) a
    WHERE i.last IS NOT NULL),
  kept_beside AS (
    INSERT INTO colophon_aspect
    SELECT s.entity_id, s.aspect, i.last, s.sequence, s.internal, s.createdon
    FROM input i CROSS JOIN LATERAL (
      SELECT * FROM colophon_aspect s
      WHERE s.entity_id = i.entity_id AND s.aspect = i.aspect AND s.version = 0 OFFSET 0) s
    WHERE i.last IS NOT NULL
    ON CONFLICT (entity_id, aspect, version) DO UPDATE SET sequence = excluded.sequence,
      internal = excluded.internal, createdon = excluded.createdon),
  ${WRITE_LATEST}
  SELECT nth, coalesce(last, 0) AS last FROM input`;

/** Writes rows as latest versions, moves the previous ones into the history, and returns the newest former versions. */
export async function putAspects(
  database: Queryable,
  rows: readonly AspectRow[],
): Promise<readonly LastVersion[]> {
  if (rows.length === 0) return [];
  const textOf = textsOnce();
  const columns = binaryColumns(
    rows.map((row) => toColumns(row, textOf)),
    ROW_TYPES,
  );
  const written = await database.query(PUT, columns);
  expectAll(written, rows.length);
  return written.flatMap((row) => {
    const aspect = rows[integer(row, 'nth') - 1]?.aspect;
    return aspect === undefined
      ? []
      : [{ urn: aspect.urn, aspectName: aspect.aspectName, last: integer(row, 'last') }];
  });
}

const REVERT = `
  WITH input AS MATERIALIZED (SELECT * ${inputFrom(REVERTED_TYPES, ', version, commit')}),
  gone AS (
    DELETE FROM metadata_aspect_v2 a USING input i
    WHERE a.urn = i.urn AND a.aspect = i.aspect AND a.version >= i.version RETURNING i.entity_id, i.aspect),
  gone_beside AS (
    DELETE FROM colophon_aspect s USING input i
    WHERE s.entity_id = i.entity_id AND s.aspect = i.aspect AND s.version >= i.version),
  ${WRITE_LATEST}
  SELECT i.commit, 0 AS points,
    (SELECT count(*) FROM gone g WHERE g.entity_id = i.entity_id AND g.aspect = i.aspect) AS rows FROM input i`;

/** Makes former versions the latest again and deletes all later ones. */
export async function revertAspects(
  database: Queryable,
  writes: readonly Of<'revertAspect'>[],
): Promise<readonly RemovedRows[]> {
  const textOf = textsOnce();
  const rows = writes.map(({ commit, write: { row, version } }) => [
    ...toColumns(row, textOf),
    version,
    commit,
  ]);
  return removedBy(await database.query(REVERT, binaryColumns(rows, REVERTED_TYPES)), writes.length);
}

/**
 * Replaces the system metadata of latest versions, except those that DataHub has rewritten: only adoption handles them.
 */
export async function touchAspects(database: Queryable, writes: readonly Of<'touchAspect'>[]): Promise<void> {
  const rows = writes.map(({ write: { urn, aspectName, systemMetadata } }) => [
    urn,
    aspectName,
    JSON.stringify(systemMetadata),
    runKey(systemMetadata),
    systemMetadata.lastObserved,
  ]);
  await database.query(
    `WITH input AS (
       SELECT i.*, e.id FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
         AS i (urn, aspect, system, run_id, observed) JOIN colophon_entity e ON e.urn = i.urn),
     beside AS (
       UPDATE colophon_aspect s SET run_id = i.run_id, last_observed = i.observed FROM input i
       WHERE s.entity_id = i.id AND s.aspect = i.aspect AND s.version = 0)
     UPDATE metadata_aspect_v2 a SET systemmetadata = i.system
     FROM input i JOIN colophon_aspect s ON s.entity_id = i.id AND s.aspect = i.aspect AND s.version = 0
     WHERE a.urn = i.urn AND a.aspect = i.aspect AND a.version = 0 AND a.createdon = s.createdon`,
    columnsOf(rows, 5),
  );
}

function toColumns({ aspect, internal }: AspectRow, textOf: TextOf): (string | number | null)[] {
  const { urn, aspectName, text: metadata, systemMetadata, created, sequence } = aspect;
  const kept = Object.keys(internal).length > 0 ? JSON.stringify(internal) : null;
  const written = [urn, aspectName, metadata, textOf(systemMetadata), created.time, created.actor];
  return [...written, sequence, kept, runKey(systemMetadata), systemMetadata.lastObserved];
}
