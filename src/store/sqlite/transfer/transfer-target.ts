import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CatalogError } from '../../../errors.ts';
import { parseProgress } from '../../transfer/transfer-progress.ts';
import {
  TRANSFER_TABLES,
  type CatalogIdentity,
  type TransferCell,
  type TransferPage,
  type TransferProgress,
  type TransferRow,
  type TransferTable,
  type TransferTarget,
} from '../../transfer/transfer.ts';
import { urnOf } from '../../rows/stored-rows.ts';
import { openForWriting } from '../connection.ts';
import { lockFolder } from '../folder-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { SUM_OF, type CheckedTable } from '../damage/row-sums.ts';
import { urnHashing } from '../urn-columns.ts';
import { SqliteTransferReader } from './transfer-reader.ts';
import { UNFINISHED_COPY } from './unfinished-copy.ts';

/**
 * Opens or creates a folder to copy a catalog into, and locks it. CONFLICT when it contains a catalog or another
 * process uses it, INVALID_REQUEST when it cannot be created.
 */
export function openSqliteTarget(folder: string): TransferTarget {
  makeFolder(folder);
  const release = lockFolder(folder);
  try {
    if (existsSync(join(folder, 'catalog.db'))) {
      throw new CatalogError(
        'CONFLICT',
        `${folder} holds a catalog already. Choose another folder, or remove that catalog.`,
      );
    }
    return new SqliteTransferTarget(folder, openForWriting(join(folder, UNFINISHED_COPY)), release);
  } catch (error) {
    release();
    throw error;
  }
}

class SqliteTransferTarget implements TransferTarget {
  readonly progress: TransferProgress | undefined;
  readonly #folder: string;
  readonly #database: DatabaseSync;
  readonly #release: () => void;
  readonly #reader: SqliteTransferReader;
  readonly #insert: Readonly<Record<TransferTable, StatementSync>>;
  readonly #nameAspect: StatementSync;
  readonly #hashOf: (urn: string) => number;
  readonly #noteProgress: StatementSync;

  constructor(folder: string, database: DatabaseSync, release: () => void) {
    [this.#folder, this.#database, this.#release] = [folder, database, release];
    database.exec(
      'CREATE TABLE IF NOT EXISTS transfer (only_row INTEGER PRIMARY KEY, progress TEXT NOT NULL)',
    );
    const row = database.prepare('SELECT progress FROM transfer').get();
    this.progress = row && parseProgress(row['progress']);
    this.#reader = new SqliteTransferReader(database);
    this.#insert = prepareInserts(database);
    this.#hashOf = urnHashing(database);
    this.#nameAspect = database.prepare('INSERT OR IGNORE INTO aspect_name (name) VALUES (?)');
    this.#noteProgress = database.prepare('INSERT OR REPLACE INTO transfer VALUES (1, ?)');
  }

  count(table: TransferTable): Promise<number> {
    return this.#reader.count(table);
  }

  read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage> {
    return this.#reader.read(table, from, limit);
  }

  write(table: TransferTable, rows: readonly TransferRow[], progress: TransferProgress): Promise<void> {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const aspect = TRANSFER_TABLES[table].findIndex((name) => name === 'aspect');
      for (const row of rows) {
        if (aspect !== -1) this.#nameAspect.run(row[aspect] ?? null);
        this.#insert[table].run(...row, ...ownCells(table, row, this.#hashOf));
      }
      this.#noteProgress.run(JSON.stringify(progress));
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
    return Promise.resolve();
  }

  finish({ catalogId, hadCommitIds }: CatalogIdentity): Promise<void> {
    const path = join(this.#folder, 'catalog.db');
    // Closing checkpoints the WAL, so that the file is complete before the rename.
    this.#database.close();
    renameSync(join(this.#folder, UNFINISHED_COPY), path);
    const database = openForWriting(path);
    // The copy has the whole index of the audit log.
    database.exec(
      'DROP TABLE transfer; UPDATE audit_indexed SET up_to = (SELECT coalesce(max(id), 0) FROM audit_event)',
    );
    database.prepare('UPDATE catalog SET id = ?, had_commit_ids = ?').run(catalogId, hadCommitIds ? 1 : 0);
    database.close();
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
    this.#release();
    return Promise.resolve();
  }
}

/** Columns that this engine computes from the others. */
function ownColumns(table: TransferTable): readonly string[] {
  if (table === 'entity') return ['checksum', 'urn_hash'];
  return isChecked(table) ? ['checksum'] : [];
}

/** Values of `ownColumns`. The checksum of a deleted aspect is that of entity 0: the source does not keep the number. */
function ownCells(
  table: TransferTable,
  row: TransferRow,
  hashOf: (urn: string) => number,
): readonly number[] {
  if (!isChecked(table)) return [];
  const cells = TRANSFER_TABLES[table].map((name, i): [string, TransferCell] => [name, row[i] ?? null]);
  const stored = { entity_id: 0, ...Object.fromEntries(cells) };
  const sum = SUM_OF[table](stored);
  return table === 'entity' ? [sum, hashOf(urnOf(stored))] : [sum];
}

function isChecked(table: TransferTable): table is CheckedTable & TransferTable {
  return table in SUM_OF;
}

function prepareInserts(database: DatabaseSync): Readonly<Record<TransferTable, StatementSync>> {
  const insert = (table: TransferTable): StatementSync => {
    const names = TRANSFER_TABLES[table].map((name) => (name === 'aspect' ? 'aspect_id' : name));
    const values = TRANSFER_TABLES[table].map((name) =>
      name === 'aspect' ? '(SELECT id FROM aspect_name WHERE name = ?)' : '?',
    );
    const own = ownColumns(table);
    const all = [...names, ...own];
    const places = [...values, ...own.map(() => '?')];
    return database.prepare(`INSERT INTO ${table} (${all.join(', ')}) VALUES (${places.join(', ')})`);
  };
  const [entity, aspect, point] = [insert('entity'), insert('aspect'), insert('point')];
  const deleted = insert('deleted_aspect');
  const [changeLog, generation] = [insert('change_log'), insert('property_generation')];
  const job = insert('job');
  const audit = { audit_event: insert('audit_event'), audit_entity: insert('audit_entity') };
  return {
    entity,
    aspect,
    point,
    deleted_aspect: deleted,
    change_log: changeLog,
    property_generation: generation,
    job,
    ...audit,
  };
}
