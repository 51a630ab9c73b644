import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogError, messageOf } from '../errors.ts';
import type { Config } from './options.ts';

const KEY_BYTES = 32;

/** Where the key lies when the operator has named none. */
export const KEY_FILE = 'secrets.key';

/**
 * The text that secrets are encrypted with: what the operator chose, otherwise what a file of the data folder holds. At the
 * first use that file is made, for its owner only. In memory, where nothing outlives the process, a new one each time. Where
 * other processes share the store a file of this one would be no use to them: then the operator has to choose.
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
  writeDurably(path, key);
  return key;
}

function keyMissing(): CatalogError {
  const remedy = "Set 'secrets.key' (COLOPHON_SECRETS_KEY) to the same text for each of them.";
  return new CatalogError(
    'UNAVAILABLE',
    `Secrets are encrypted with a key that all processes of the catalog share, and none is configured. ${remedy}`,
  );
}

function checked(key: string, path: string): string {
  if (/^[0-9a-f]{64}$/.test(key)) return key;
  const remedy = 'Restore it from a backup: what was encrypted with it cannot be read otherwise.';
  throw new CatalogError('UNAVAILABLE', `${path} does not hold a key of ${KEY_BYTES} bytes. ${remedy}`);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new CatalogError('UNAVAILABLE', `${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
}

/** Nothing may be encrypted with a key that a loss of power could take away. */
function writeDurably(path: string, key: string): void {
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

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
