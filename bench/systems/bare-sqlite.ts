import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

// An entity of the workload is four rows: its own and three aspects. So a transaction has 500 entities, as many as the
// batches sent to the server.
const ROWS_PER_TRANSACTION = 2000;

/**
 * Copies the rows of a stopped server's database into an empty one by bare inserts, as durable as the server's (one disk
 * wait per transaction). Returns the seconds of the inserts and commits: a lower bound for any server that stores these rows.
 */
export function insertRowsOf(source: string, target: string): number {
  using from = new DatabaseSync(source, { readOnly: true });
  using to = new DatabaseSync(target);
  to.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -65536;
    PRAGMA wal_autocheckpoint = 4000;
  `);
  let milliseconds = 0;
  const objects = from.prepare(
    `SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`,
  );
  for (const { sql } of objects.all()) to.exec(String(sql));
  for (const { type, name } of objects.all()) {
    if (type === 'table') milliseconds += copyTable(from, to, String(name));
  }
  return milliseconds / 1000;
}

function copyTable(from: DatabaseSync, to: DatabaseSync, table: string): number {
  const columns = from.prepare(`PRAGMA table_info("${table}")`).all().length;
  const insert = to.prepare(`INSERT INTO "${table}" VALUES (${Array(columns).fill('?').join(', ')})`);
  const commit = (rows: readonly SQLInputValue[][]): number => {
    const started = performance.now();
    to.exec('BEGIN');
    for (const row of rows) insert.run(...row);
    to.exec('COMMIT');
    return performance.now() - started;
  };
  let milliseconds = 0;
  let rows: SQLInputValue[][] = [];
  for (const row of from.prepare(`SELECT * FROM "${table}"`).iterate()) {
    rows.push(Object.values(row));
    if (rows.length === ROWS_PER_TRANSACTION) {
      milliseconds += commit(rows);
      rows = [];
    }
  }
  return milliseconds + commit(rows);
}
