import { CatalogError } from '../../../errors.ts';
import { DEFAULT_RUN_ID } from '../../../model/aspect.ts';
import { isJsonObject } from '../../../util/json.ts';
import { integer } from '../../rows/stored-rows.ts';
import {
  TRANSFER_TABLES,
  type TransferCell,
  type TransferRow,
  type TransferTable,
} from '../../transfer/transfer.ts';
import { columnsOf } from '../columns.ts';
import type { Queryable } from '../connection.ts';
import { runKey, timestampOf } from '../row-columns.ts';

/** Names of integer columns in any table; all others hold text. */
const NUMBERS: ReadonlySet<string> = new Set([
  'id',
  'entity_id',
  'event_id',
  'version',
  'sequence',
  'generation',
  'urn_hash',
  'createdon',
  'createdin',
  'deleted',
  'deletedon',
  'heard_at',
  'time',
  'timestamp',
  'last_observed',
]);

/** Columns derived from system metadata, for lookups by run. */
const DERIVED: Readonly<Partial<Record<TransferTable, readonly string[]>>> = {
  entity: ['run_id', 'last_observed'],
  aspect: ['run_id', 'last_observed'],
  point: ['run_id'],
};

/** Column widths of DataHub's table, in characters. */
const LIMITS: Readonly<Record<string, number>> = { urn: 500, aspect: 200, createdby: 255 };

/**
 * Inserts rows; VALIDATION, with the value, when one does not fit DataHub's table. The caller holds the
 * transaction.
 */
export async function insertRows(
  database: Queryable,
  table: TransferTable,
  rows: readonly TransferRow[],
): Promise<void> {
  const names: readonly string[] = TRANSFER_TABLES[table];
  if (table === 'entity' || table === 'aspect') refuseLong(names, rows);
  const derived = DERIVED[table] ?? [];
  const all = [...names, ...derived];
  const values = columnsOf(
    rows.map((row) => [...row, ...derivedCells(names, row).slice(0, derived.length)]),
    all.length,
  );
  const parameters = all.map((name, place) => `$${place + 1}::${NUMBERS.has(name) ? 'bigint' : 'text'}[]`);
  const input = `unnest(${parameters.join(', ')}) AS i (${all.join(', ')})`;
  const [written = {}] = await database.query(
    table === 'aspect' ? insertAspects(input) : insertPlain(table, all, input),
    values,
  );
  if (integer(written, 'count') !== rows.length) {
    throw new Error(`Only ${integer(written, 'count')} of ${rows.length} rows were written to ${table}.`);
  }
}

function insertPlain(table: TransferTable, names: readonly string[], input: string): string {
  return `WITH written AS (
      INSERT INTO colophon_${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM ${input} RETURNING 1)
    SELECT count(*) AS count FROM written`;
}

/** Inserts each aspect into DataHub's table and into the table beside it. */
function insertAspects(input: string): string {
  return `WITH input AS (SELECT i.*, e.urn FROM ${input} JOIN colophon_entity e ON e.id = i.entity_id),
    rows AS (
      INSERT INTO metadata_aspect_v2 (urn, aspect, version, metadata, systemmetadata, createdon, createdby)
      SELECT urn, aspect, version, metadata, systemmetadata, ${timestampOf('createdon')}, createdby FROM input
      RETURNING 1),
    beside AS (
      INSERT INTO colophon_aspect
        (entity_id, aspect, version, sequence, internal, createdon, run_id, last_observed)
      SELECT entity_id, aspect, version, sequence, internal, ${timestampOf('createdon')}, run_id, last_observed
      FROM input RETURNING 1)
    SELECT least((SELECT count(*) FROM rows), (SELECT count(*) FROM beside)) AS count`;
}

/** `run_id` and `last_observed` of a row; null for former versions, which belong to no run. */
function derivedCells(names: readonly string[], row: TransferRow): readonly TransferCell[] {
  const place = names.indexOf('systemmetadata');
  const isFormer = names.includes('version') && row[names.indexOf('version')] !== 0;
  if (place === -1 || isFormer) return [null, null];
  const written: unknown = JSON.parse(String(row[place]));
  const { lastObserved, runId } = isJsonObject(written) ? written : {};
  return [
    runKey({ runId: typeof runId === 'string' ? runId : DEFAULT_RUN_ID }),
    typeof lastObserved === 'number' ? lastObserved : null,
  ];
}

function refuseLong(names: readonly string[], rows: readonly TransferRow[]): void {
  for (const [name, limit] of Object.entries(LIMITS)) {
    const place = names.indexOf(name);
    const row = rows.find((cells) => Array.from(String(cells[place] ?? '')).length > limit);
    if (place === -1 || row === undefined) continue;
    throw new CatalogError(
      'VALIDATION',
      `Invalid ${name}: ${String(row[place])} is longer than ${limit} characters, the limit of DataHub's table in PostgreSQL. Remove it from the source first.`,
    );
  }
}
