import { backup, type DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, messageOf } from '../../../errors.ts';
import { BUILD } from '../../../version.ts';
import { damageText } from '../../damage.ts';
import { newerSchema } from '../../schema-migration.ts';
import { formatOf, knownSchema, openForReading, schemaOf } from '../connection.ts';
import { problemsOfFile } from '../damage/problems-of-file.ts';
import { scanRows } from '../damage/scan-rows.ts';
import { refuseUnfinishedCopy } from '../transfer/unfinished-copy.ts';
import type { BackupContent } from './backup-file.ts';

/** All pages in one step: one read transaction, which writes neither wait for nor restart. */
const ALL_PAGES = 2 ** 31 - 1;

/** A copy of a database, and what is in it. */
export type Snapshot = Pick<BackupContent, 'build' | 'catalogId' | 'rows' | 'schema' | 'sequence'>;

/**
 * Copies the database of a data folder as of one commit to the new file `to`, whether or not a server runs on the folder, and
 * checks the copy. NOT_FOUND if the folder has no catalog; CONFLICT if it has part of one, if the catalog is damaged, or if a
 * newer version wrote it. Throws SQLite's error if the copy cannot be written.
 */
export async function takeSnapshot(folder: string, to: string): Promise<Snapshot> {
  refuseUnfinishedCopy(folder);
  const path = join(folder, 'catalog.db');
  if (!existsSync(path)) {
    throw new CatalogError(
      'NOT_FOUND',
      `There is no catalog.db in ${folder}. Name the data folder of a catalog with --data.`,
    );
  }
  await copyPages(path, to);
  const [problem] = problemsOfFile(to);
  if (problem !== undefined) throw damaged(path, problem);
  const copy = openForReading(to);
  try {
    return describe(copy, path);
  } finally {
    copy.close();
  }
}

async function copyPages(path: string, to: string): Promise<void> {
  let source: DatabaseSync;
  try {
    source = openForReading(path);
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    throw damaged(path, messageOf(error));
  }
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

function describe(copy: DatabaseSync, path: string): Snapshot {
  const [schema, known] = [schemaOf(copy), knownSchema()];
  if (schema > known) throw newerSchema('data folder', schema, known, formatOf(copy)?.build);
  // Rows of an older schema are read after its migration only.
  const [row] = schema === known ? scanRows(copy).flatMap(({ rows }) => rows) : [];
  if (row !== undefined) throw damaged(path, damageText(row));
  const tables = copy
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  const one = (sql: string): unknown => Object.values(copy.prepare(sql).get() ?? {})[0];
  return {
    build: BUILD,
    // Older schemas have no identity.
    catalogId: tables.includes('catalog') ? String(one('SELECT id FROM catalog')) : '',
    rows: Object.fromEntries(
      tables.map((name): [string, number] => [name, Number(one(`SELECT count(*) FROM "${name}"`))]),
    ),
    schema,
    sequence: Number(one('SELECT coalesce(max(sequence), 0) FROM change_log')),
  };
}

function damaged(path: string, problem: string): CatalogError {
  return new CatalogError(
    'CONFLICT',
    `${path} is damaged, so no backup was made: ${problem.replace(/\.$/, '')}. Restore an earlier backup into a new folder with ` +
      "'colophon restore-backup', or see docs/operations.md#damage-of-the-store.",
  );
}
