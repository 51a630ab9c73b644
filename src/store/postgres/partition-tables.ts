import { CatalogError } from '../../errors.ts';
import { integer, text } from '../rows/stored-rows.ts';
import type { Queryable } from './connection.ts';
import { isLockTimeout } from './failures.ts';
import { untilUnlocked } from './migrate.ts';
import { connectForTransfer, inTransaction } from './transfer/transfer-connection.ts';
import { refuseUnfinishedCopy } from './transfer/unfinished-copy.ts';

/** The tables that grow with all versions of aspects, and the leading column of their keys. */
const LARGE_TABLES = [
  ['metadata_aspect_v2', 'urn'],
  ['colophon_aspect', 'entity_id'],
] as const;
const PARTITIONS = 16;

/** Timeout for writes in progress, ours or DataHub's. */
const WRITERS_TIMEOUT = '30s';
/** Maximum wait for readers before the swap: all others queue behind it. */
const READERS_TIMEOUT = '250ms';
/** Number of tries, a second apart, to swap beside long reads: the copy before it may have taken hours. */
const SWAP_TRIES = 3_600;

// The server ends the statement within ten seconds when this program is killed, not after hours. From version 14 on.
const CHECK_CLIENT = `SELECT set_config(name, '10s', false) FROM pg_settings
  WHERE name = 'client_connection_check_interval'`;

/** Outcome for a table; `rows` is undefined when it was already partitioned. */
export interface PartitionedTable {
  readonly table: string;
  readonly rows: number | undefined;
}

/**
 * Moves the two largest tables of a database into 16 hash partitions each, one transaction per table: after a kill at
 * any time each table is unchanged or done, and the next call does the rest. Meanwhile reads are answered and writes
 * wait. Keeps names, indexes, owners, privileges and storage parameters, except those of autovacuum, which are meant
 * for one large table. CONFLICT when something else refers to a table, when writes in progress take longer than 30 s,
 * or as `connectForTransfer`; UNAVAILABLE when the database cannot be reached or reads block the swap for an hour.
 */
export async function partitionTables(
  url: string,
  log: (message: string) => void,
): Promise<readonly PartitionedTable[]> {
  await using connection = await connectForTransfer(url);
  const { database, shown } = connection;
  await refuseUnfinishedCopy(database, shown);
  await database.query(CHECK_CLIENT);
  const done: PartitionedTable[] = [];
  for (const [table, column] of LARGE_TABLES) {
    const rows = await inTransaction(database, async () => {
      await holdWrites(database, table, shown);
      const old = await describe(database, table);
      return old.isPartitioned ? undefined : partition(database, old, column, log);
    });
    done.push({ table, rows });
  }
  return done;
}

/** A table before it is partitioned. Names are quoted where SQL requires it. */
interface OldTable {
  readonly table: string;
  readonly schema: string;
  readonly isPartitioned: boolean;
  readonly owner: string;
  readonly options: string;
}

/** Locks out writers: ours at the row that they lock first, DataHub's at the table. */
async function holdWrites(database: Queryable, table: string, shown: string): Promise<void> {
  try {
    await database.query(`SET LOCAL lock_timeout = '${WRITERS_TIMEOUT}'`);
    await database.query(`LOCK TABLE colophon_state, ${table} IN EXCLUSIVE MODE`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new CatalogError(
      'CONFLICT',
      `Another program is writing to ${table} in ${shown} and did not finish within ${WRITERS_TIMEOUT}. Stop it, then run the command again.`,
    );
  }
}

async function describe(database: Queryable, table: string): Promise<OldTable> {
  const [row = {}] = await database.query(
    `SELECT c.relkind = 'p' AS is_partitioned, n.nspname::regnamespace::text AS schema, c.relowner::regrole::text AS owner,
       (SELECT coalesce(string_agg(o, ', '), '') FROM unnest(c.reloptions) o WHERE o NOT LIKE 'autovacuum%') AS options
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = '${table}'::regclass`,
  );
  const isPartitioned = row['is_partitioned'] === true;
  return {
    table,
    isPartitioned,
    schema: text(row, 'schema'),
    owner: text(row, 'owner'),
    options: text(row, 'options'),
  };
}

/** Replaces the table with a partitioned one with the same rows; returns their number. */
async function partition(
  database: Queryable,
  old: OldTable,
  column: string,
  log: (message: string) => void,
): Promise<number> {
  const { options, owner, schema, table } = old;
  await refuseReferences(database, table);
  const name = `${schema}.${table}`;
  const made = `${name}_partitioned`;
  const parts = Array.from({ length: PARTITIONS }, (_, i) => `${name}_p${i}`);
  await database.query(
    `CREATE TABLE ${made} (LIKE ${name} INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (${column})`,
  );
  for (const [i, part] of parts.entries()) {
    await database.query(
      `CREATE TABLE ${part} PARTITION OF ${made} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${i})
       ${options === '' ? '' : `WITH (${options})`}`,
    );
  }
  log(`Copying ${table}. Writes wait.`);
  await database.query(`INSERT INTO ${made} SELECT * FROM ${name}`);
  log(`Indexing ${table}.`);
  const indexes = await createIndexes(database, old, made);
  const rows = await compare(database, name, made);
  // Autovacuum never analyzes a partitioned table as a whole.
  await database.query(`ANALYZE ${made}`);
  for (const one of [made, ...parts]) await grantAgain(database, table, one, owner);
  log(`Swapping ${table}.`);
  await untilUnlocked(() => lockOutReaders(database, name), SWAP_TRIES);
  await database.query(`DROP TABLE ${name}`);
  await database.query(`ALTER TABLE ${made} RENAME TO ${table}`);
  for (const [index, kept] of indexes) {
    await database.query(`ALTER INDEX ${schema}.${index} RENAME TO ${kept}`);
  }
  return rows;
}

/** CONFLICT when something refers to the table and would not refer to the new one. */
async function refuseReferences(database: Queryable, table: string): Promise<void> {
  const rows = await database.query(
    `SELECT 'trigger ' || tgname AS reference FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal
     UNION SELECT 'constraint ' || conname FROM pg_constraint
       WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid)
     UNION SELECT 'view or rule of ' || r.ev_class::regclass FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid
       WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = $1::regclass
     UNION SELECT 'policy ' || polname FROM pg_policy WHERE polrelid = $1::regclass
     UNION SELECT 'publication ' || pubname FROM pg_publication_rel JOIN pg_publication p ON p.oid = prpubid
       WHERE prrelid = $1::regclass
     UNION SELECT 'inheritance of ' || inhrelid::regclass FROM pg_inherits WHERE $1::regclass IN (inhparent, inhrelid)
     UNION SELECT 'privilege on column ' || attname FROM pg_attribute
       WHERE attrelid = $1::regclass AND attacl IS NOT NULL`,
    [table],
  );
  if (rows.length === 0) return;
  const references = rows.map((row) => text(row, 'reference')).join(', ');
  throw new CatalogError(
    'CONFLICT',
    `The table ${table} cannot be replaced, because of: ${references}. Drop that, run the command again, and create it again.`,
  );
}

/** Builds the indexes of the old table on the new one; returns their temporary names with their final ones. */
async function createIndexes(
  database: Queryable,
  { schema, table }: OldTable,
  made: string,
): Promise<readonly (readonly [string, string])[]> {
  const rows = await database.query(
    `SELECT quote_ident(c.relname) AS name, pg_get_indexdef(c.oid) AS definition,
       coalesce((SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conindid = c.oid AND contype IN ('p', 'u')),
                '') AS constrained
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = '${table}'::regclass AND i.indisvalid ORDER BY c.oid`,
  );
  const names: [string, string][] = [];
  for (const [i, row] of rows.entries()) {
    const name = text(row, 'name');
    const index = `${table}_index_${i}`;
    const constraint = text(row, 'constrained');
    const [unique, rest] = text(row, 'definition').split(`INDEX ${name} ON ${schema}.${table} `);
    await database.query(
      constraint === ''
        ? `${unique ?? ''}INDEX ${index} ON ${made} ${rest ?? ''}`
        : `ALTER TABLE ${made} ADD CONSTRAINT ${index} ${constraint}`,
    );
    names.push([index, name]);
  }
  return names;
}

async function compare(database: Queryable, old: string, made: string): Promise<number> {
  const [row = {}] = await database.query(
    `SELECT (SELECT count(*) FROM ${old}) AS before, (SELECT count(*) FROM ${made}) AS after`,
  );
  const [before, after] = [integer(row, 'before'), integer(row, 'after')];
  if (before !== after) throw new Error(`Of ${before} rows of ${old}, ${after} were copied.`);
  return after;
}

/** Partitions need their own privileges for programs that read them one by one, such as `pg_dump`. */
async function grantAgain(database: Queryable, table: string, to: string, owner: string): Promise<void> {
  await database.query(`ALTER TABLE ${to} OWNER TO ${owner}`);
  const grants = await database.query(
    `SELECT format('GRANT %s ON %s TO %s %s', privilege_type, $2::text,
       CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END,
       CASE WHEN is_grantable THEN 'WITH GRANT OPTION' END) AS statement
     FROM pg_class, aclexplode(relacl) WHERE oid = $1::regclass`,
    [table, to],
  );
  for (const grant of grants) await database.query(text(grant, 'statement'));
}

/**
 * Locks out readers, or rejects after 250 ms. That is shorter than PostgreSQL's deadlock timeout, so a deadlock with a
 * transaction of DataHub that has read and now wants to write resolves itself.
 */
async function lockOutReaders(database: Queryable, name: string): Promise<void> {
  await database.query('SAVEPOINT readers');
  try {
    await database.query(`SET LOCAL lock_timeout = '${READERS_TIMEOUT}'`);
    await database.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  } catch (error) {
    await database.query('ROLLBACK TO SAVEPOINT readers');
    throw error;
  }
}
