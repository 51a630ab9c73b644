import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Engines, Pair } from './pairs.ts';

/** Bytes by name of folder, table or index; the indexes of a table have their own entry. */
export type Bytes = Readonly<Record<string, number>>;

/** Disk usage of a catalog: folder of its first process, tables of its database, indexes in OpenSearch. */
export async function bytesOnDisk(pair: Pair, { opensearch, postgres }: Engines): Promise<Bytes> {
  const folder = pair.folder(0);
  const ofFolder = readdirSync(folder).map((name) => [name, bytesOf(join(folder, name))] as const);
  const ofTables = pair.database === undefined ? [] : await tableBytes(postgres, pair.database);
  const ofIndexes = pair.usesOpenSearch ? [['OpenSearch', await indexBytes(opensearch.url)] as const] : [];
  return Object.fromEntries([...ofFolder, ...ofTables, ...ofIndexes].filter(([, bytes]) => bytes > 0));
}

/** Bytes that the server has written to its write-ahead log since initdb. */
export async function walBytes(postgres: Engines['postgres']): Promise<number> {
  const [row] = await postgres.run(
    'postgres',
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes",
  );
  return Number(row?.['bytes']);
}

function bytesOf(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

/** Sizes of the tables of a database and of their indexes, bytes. */
export async function tableBytes(
  postgres: Engines['postgres'],
  database: string,
): Promise<(readonly [string, number])[]> {
  const rows = await postgres.run(
    database,
    `SELECT relname, pg_table_size(oid) AS bytes, pg_indexes_size(oid) AS indexes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return rows.flatMap(({ relname, bytes, indexes }) => [
    [String(relname), Number(bytes)] as const,
    [`${String(relname)}, indexes`, Number(indexes)] as const,
  ]);
}

async function indexBytes(url: string): Promise<number> {
  const answer = await fetch(`${url}/_stats/store`);
  // The engine's statistics have this shape.
  const { _all: all } = (await answer.json()) as {
    _all: { primaries: { store: { size_in_bytes: number } } };
  };
  return all.primaries.store.size_in_bytes;
}
