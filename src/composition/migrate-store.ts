import { resolve } from 'node:path';
import { invalidRequest } from '../errors.ts';
import { copyStore, type CopiedRows, type CopyListener } from '../store/transfer/copy-store.ts';
import type { TransferSource, TransferTarget } from '../store/transfer/transfer.ts';
import { openSqliteSource } from '../store/sqlite/transfer/transfer-source.ts';
import { openSqliteTarget } from '../store/sqlite/transfer/transfer-target.ts';

/** Source and target stores, as `sqlite:FOLDER` or `postgres://...`. Relative folders are resolved against `folder`. */
export interface MigrationRequest {
  readonly from: string;
  readonly to: string;
  readonly folder: string;
}

/**
 * Copies a store that no server uses into an empty one, and compares both. Returns the numbers of rows. INVALID_REQUEST
 * for a malformed address.
 */
export async function migrateStore(
  { from, to, folder }: MigrationRequest,
  listener: CopyListener,
): Promise<CopiedRows> {
  await using source = await openSource(from, folder);
  await using target = await openTarget(to, folder);
  return await copyStore(source, target, listener);
}

async function openSource(address: string, folder: string): Promise<TransferSource> {
  const path = sqliteFolder(address, folder);
  if (path !== undefined) return openSqliteSource(path);
  if (!isPostgres(address)) throw unknownAddress(address);
  const { openPostgresSource } = await import('../store/postgres/transfer/transfer-source.ts');
  return openPostgresSource(address);
}

async function openTarget(address: string, folder: string): Promise<TransferTarget> {
  const path = sqliteFolder(address, folder);
  if (path !== undefined) return openSqliteTarget(path);
  if (!isPostgres(address)) throw unknownAddress(address);
  const { openPostgresTarget } = await import('../store/postgres/transfer/transfer-target.ts');
  return openPostgresTarget(address);
}

function sqliteFolder(address: string, folder: string): string | undefined {
  const [, path] = /^sqlite:(.+)$/.exec(address) ?? [];
  return path === undefined ? undefined : resolve(folder, path);
}

function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:/.test(address);
}

/** Names only the scheme: the address may contain a password. */
function unknownAddress(address: string): Error {
  const scheme = /^[a-z]+:/.exec(address)?.[0] ?? 'no scheme';
  return invalidRequest(
    `Invalid store address (${scheme}). Use sqlite:FOLDER or postgres://user:password@host:5432/database.`,
  );
}
