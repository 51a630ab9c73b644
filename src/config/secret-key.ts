import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, messageOf } from '../errors.ts';
import { syncFolder } from '../util/sync-folder.ts';
import type { Config } from './options.ts';

const KEY_BYTES = 32;

/** Name of the key file in the data folder, used when no key is configured. */
export const KEY_FILE = 'secrets.key';

/**
 * The key that encrypts secrets: the configured one, else that of the key file, which is created at first use with
 * mode 0600. With `memory`, a new random key. With a PostgreSQL store a key must be configured, because other
 * processes cannot read this one's file. UNAVAILABLE if none is configured then, or the file is damaged, unreadable
 * or not writable.
 */
export function readSecretKey(
  { data, memory, secrets, store }: Pick<Config, 'data' | 'memory' | 'secrets' | 'store'>,
  randomHex: (bytes: number) => string,
): string {
  if (secrets.key !== '') return secrets.key;
  if (store !== '') throw keyMissing();
  if (memory) return randomHex(KEY_BYTES);
  const path = join(data, KEY_FILE);
  const stored = readIfThere(path);
  if (stored !== undefined) return checked(stored, path);
  const key = randomHex(KEY_BYTES);
  writeKeyFile(path, key);
  return key;
}

function keyMissing(): CatalogError {
  const remedy = "Set 'secrets.key' (COLOPHON_SECRETS_KEY) to the same text in all of them.";
  return new CatalogError(
    'UNAVAILABLE',
    `No key for secrets is configured; with a PostgreSQL store all processes must share one. ${remedy}`,
  );
}

function checked(key: string, path: string): string {
  if (/^[0-9a-f]{64}$/.test(key)) return key;
  const remedy = 'Restore it from a backup: encrypted secrets cannot be read without it.';
  throw new CatalogError('UNAVAILABLE', `${path} does not contain a key of ${KEY_BYTES} bytes. ${remedy}`);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CatalogError('UNAVAILABLE', `${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

/** Writes the key durably (fsync of file and folder): a power loss must not lose a key that was already used. */
export function writeKeyFile(path: string, key: string): void {
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, `${key}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    syncFolder(join(path, '..'));
  } catch (error) {
    throw new CatalogError('UNAVAILABLE', `${path} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
