import { join } from 'node:path';
import { openForReading, openForWriting } from './connection.ts';
import type { DamagedRow } from '../damage.ts';
import { lockFolder } from './folder-lock.ts';
import { makeFolder } from './make-folder.ts';
import { unheard, type MigrationListener } from '../schema-migration.ts';
import { PendingRows } from '../rows/pending-rows.ts';
import { RowReader } from './row-reader.ts';
import { SqliteStore } from './sqlite-store.ts';
import { refuseUnfinishedCopy } from './transfer/unfinished-copy.ts';
import { createInlineWriter, startThreadWriter } from './writer/writer.ts';

/** Listeners of a store. */
export interface SqliteStoreOptions {
  /** Hears of schema migrations. */
  readonly listener?: MigrationListener;
  /** Called with each damaged row that a read leaves out. */
  readonly reportDamage?: (row: DamagedRow) => void;
}

/**
 * Opens or creates the store in a data folder and locks the folder. CONFLICT when another process holds it, it
 * contains an unfinished copy or a newer version wrote it; INVALID_REQUEST when the folder cannot be created.
 */
export async function openSqliteStore(
  folder: string,
  { listener = unheard, reportDamage }: SqliteStoreOptions = {},
): Promise<SqliteStore> {
  makeFolder(folder);
  await using opening = new AsyncDisposableStack();
  const release = lockFolder(folder);
  opening.defer(release);
  refuseUnfinishedCopy(folder);
  const path = join(folder, 'catalog.db');
  const writer = await startThreadWriter(path, listener);
  opening.defer(() => writer.close());
  const reading = openForReading(path);
  opening.defer(() => reading.close());
  const store = new SqliteStore({
    reading,
    path,
    rows: new RowReader(reading, reportDamage),
    reportDamage,
    writer,
    pending: new PendingRows(),
    release,
  });
  opening.move();
  return store;
}

/** Opens a store in memory; its content is lost on disposal. */
export function openMemoryStore(): SqliteStore {
  const database = openForWriting(':memory:');
  return new SqliteStore({
    reading: database,
    path: undefined,
    rows: new RowReader(database),
    reportDamage: undefined,
    writer: createInlineWriter(database),
    pending: new PendingRows(),
    release: () => undefined,
  });
}
