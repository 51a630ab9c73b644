import { CatalogError } from '../../../errors.ts';
import { parseProgress } from '../../transfer/transfer-progress.ts';
import {
  TRANSFER_TABLES,
  type CatalogIdentity,
  type TransferPage,
  type TransferProgress,
  type TransferRow,
  type TransferTable,
  type TransferTarget,
} from '../../transfer/transfer.ts';
import type { Queryable } from '../connection.ts';
import { connectForTransfer, inTransaction, type TransferConnection } from './transfer-connection.ts';
import { PostgresTransferReader } from './transfer-reader.ts';
import { insertRows } from './transfer-rows.ts';
import { PROGRESS_TABLE } from './unfinished-copy.ts';

/**
 * Opens a database to copy a catalog into. CONFLICT when it contains a catalog or rows of DataHub, or is being copied;
 * UNAVAILABLE when it cannot be reached.
 */
export async function openPostgresTarget(url: string): Promise<TransferTarget> {
  const connection = await connectForTransfer(url);
  try {
    return new PostgresTransferTarget(connection, await begin(connection));
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw error;
  }
}

class PostgresTransferTarget implements TransferTarget {
  readonly progress: TransferProgress | undefined;
  readonly #connection: TransferConnection;
  readonly #database: Queryable;
  readonly #reader: PostgresTransferReader;

  constructor(connection: TransferConnection, progress: TransferProgress | undefined) {
    this.progress = progress;
    this.#connection = connection;
    this.#database = connection.database;
    this.#reader = new PostgresTransferReader(connection.database);
  }

  count(table: TransferTable): Promise<number> {
    return this.#reader.count(table);
  }

  read(table: TransferTable, from: string | undefined, limit: number): Promise<TransferPage> {
    return this.#reader.read(table, from, limit);
  }

  async write(table: TransferTable, rows: readonly TransferRow[], progress: TransferProgress): Promise<void> {
    await inTransaction(this.#database, async () => {
      if (table === 'change_log') await this.#makeRoom(rows);
      if (rows.length > 0) await insertRows(this.#database, table, rows);
      await this.#database.query(`DELETE FROM ${PROGRESS_TABLE}`);
      await this.#database.query(`INSERT INTO ${PROGRESS_TABLE} VALUES ($1)`, [JSON.stringify(progress)]);
    });
  }

  async finish({ catalogId }: CatalogIdentity): Promise<void> {
    await inTransaction(this.#database, async () => {
      await this.#database.query(
        `UPDATE colophon_state SET
           last_entity = (SELECT coalesce(max(id), 0) FROM colophon_entity),
           last_audit_event = (SELECT coalesce(max(id), 0) FROM colophon_audit_event)`,
      );
      await this.#database.query('UPDATE colophon_catalog SET id = $1', [catalogId]);
      await this.#database.query(`DROP TABLE ${PROGRESS_TABLE}`);
    });
    await this.#database.query('ANALYZE');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection[Symbol.asyncDispose]();
  }

  /**
   * Setting the last sequence creates the partitions of the log that it needs, the first ones at the start of the log.
   */
  async #makeRoom(commits: readonly TransferRow[]): Promise<void> {
    const place = TRANSFER_TABLES.change_log.indexOf('sequence');
    for (const end of [commits.at(0), commits.at(-1)]) {
      if (end === undefined) continue;
      await this.#database.query('UPDATE colophon_state SET last_sequence = $1', [end[place]]);
    }
  }
}

/** Progress of an interrupted copy; otherwise starts a new one and returns undefined. */
async function begin({ database, shown }: TransferConnection): Promise<TransferProgress | undefined> {
  const [known] = await database.query(`SELECT to_regclass('${PROGRESS_TABLE}') IS NOT NULL AS is_there`);
  if (known?.['is_there'] !== true) {
    await refuseFilled(database, shown);
    await database.query(`CREATE TABLE ${PROGRESS_TABLE} (progress text NOT NULL)`);
  }
  const [row] = await database.query(`SELECT progress FROM ${PROGRESS_TABLE}`);
  return row && parseProgress(row['progress']);
}

async function refuseFilled(database: Queryable, shown: string): Promise<void> {
  const [row] = await database.query(
    `SELECT EXISTS (SELECT FROM metadata_aspect_v2) OR EXISTS (SELECT FROM colophon_entity)
         OR EXISTS (SELECT FROM colophon_audit_event) AS is_filled`,
  );
  if (row?.['is_filled'] !== true) return;
  throw new CatalogError(
    'CONFLICT',
    `The database ${shown} holds a catalog, or rows of DataHub. Use an empty database, or remove its content.`,
  );
}
