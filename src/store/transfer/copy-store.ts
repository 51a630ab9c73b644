import { hash } from 'node:crypto';
import { CatalogError } from '../../errors.ts';
import {
  TRANSFER_ORDER,
  type TransferProgress,
  type TransferReader,
  type TransferRow,
  type TransferSource,
  type TransferTable,
  type TransferTarget,
} from './transfer.ts';

/** Rows per transaction. */
const PAGE = 1_000;

/** Receives the progress of a copy. */
export interface CopyListener {
  /** A phase begins; `rows` is the number of rows it will process. */
  readonly onPhase: (phase: 'copied' | 'compared', rows: number) => void;
  /** `count` more rows of the phase were processed. */
  readonly onRows: (count: number) => void;
}

/** Number of rows per table. */
export type CopiedRows = Readonly<Record<TransferTable, number>>;

/**
 * Copies all tables into the target, resuming an interrupted copy of the same source, then compares both sides by
 * row count and checksum before the target becomes a catalog. Returns the row counts. CONFLICT when the target
 * holds a copy of another source or state, or when the comparison fails.
 */
export async function copyStore(
  source: TransferSource,
  target: TransferTarget,
  listener: CopyListener,
): Promise<CopiedRows> {
  const begun = target.progress;
  if (begun !== undefined && begun.source !== source.state) {
    throw new CatalogError(
      'CONFLICT',
      'The target holds part of a copy of another catalog, or of an earlier state of this one. Empty the target and start again.',
    );
  }
  const counts = await countRows(source);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const left = total - Object.values(await countRows(target)).reduce((sum, count) => sum + count, 0);
  listener.onPhase('copied', left);
  await copyTables(source, target, listener);
  listener.onPhase('compared', 2 * total);
  for (const table of TRANSFER_ORDER) await compareTable(table, counts[table], source, target, listener);
  await target.finish(source.identity);
  return counts;
}

async function copyTables(
  source: TransferSource,
  target: TransferTarget,
  listener: CopyListener,
): Promise<void> {
  let at = target.progress ?? { source: source.state, table: TRANSFER_ORDER[0], from: undefined };
  while (at.table !== undefined) {
    const page = await source.read(at.table, at.from, PAGE);
    const next = progressAfter(at.table, source.state, page.next);
    await target.write(at.table, page.rows, next);
    listener.onRows(page.rows.length);
    at = next;
  }
}

function progressAfter(table: TransferTable, source: string, next: string | undefined): TransferProgress {
  if (next !== undefined) return { source, table, from: next };
  return { source, table: TRANSFER_ORDER[TRANSFER_ORDER.indexOf(table) + 1], from: undefined };
}

async function compareTable(
  table: TransferTable,
  rows: number,
  source: TransferReader,
  target: TransferReader,
  { onRows }: CopyListener,
): Promise<void> {
  const [wanted, found] = [await digestOf(table, source, onRows), await digestOf(table, target, onRows)];
  const isComplete = wanted.rows === rows && found.rows === rows;
  if (isComplete && wanted.digest === found.digest) return;
  throw new CatalogError(
    'CONFLICT',
    `The copy differs from the source in table ${table}: ${found.rows} rows instead of ${rows}, checksum ${found.digest} ` +
      `instead of ${wanted.digest}. Check that nothing writes to the source, empty the target and start again.`,
  );
}

/** Row count and checksum of a table. The checksum is a sum of row hashes, because engines order rows differently. */
async function digestOf(
  table: TransferTable,
  reader: TransferReader,
  onRows: (count: number) => void,
): Promise<{ readonly rows: number; readonly digest: string }> {
  let rows = 0;
  let sum = 0n;
  let from: string | undefined;
  do {
    const page = await reader.read(table, from, PAGE);
    for (const row of page.rows) sum = BigInt.asUintN(64, sum + digestOfRow(row));
    rows += page.rows.length;
    onRows(page.rows.length);
    from = page.next;
  } while (from !== undefined);
  return { rows, digest: sum.toString(16).padStart(16, '0') };
}

function digestOfRow(row: TransferRow): bigint {
  return BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, 16)}`);
}

async function countRows(reader: TransferReader): Promise<CopiedRows> {
  const counts = { entity: 0, aspect: 0, point: 0, deleted_aspect: 0, change_log: 0 };
  const all = { ...counts, property_generation: 0, job: 0, audit_event: 0, audit_entity: 0 };
  for (const table of TRANSFER_ORDER) all[table] = await reader.count(table);
  return all;
}
