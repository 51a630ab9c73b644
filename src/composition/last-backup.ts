import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import { CatalogError, messageOf } from '../errors.ts';

/** In the data folder: when `colophon backup` last succeeded, as text in ISO 8601. A running server reads it for its metrics. */
export const LAST_BACKUP_FILE = 'last-backup';

/** Records a complete backup in the data folder. UNAVAILABLE if the folder cannot be written. */
export function recordBackup(folder: string, file: string, time: Date): void {
  const path = join(folder, LAST_BACKUP_FILE);
  try {
    writeFileSync(`${path}.partial`, `${time.toISOString()}\n`);
    renameSync(`${path}.partial`, path);
  } catch (error) {
    throw new CatalogError(
      'UNAVAILABLE',
      `The backup ${file} is complete, but ${path} cannot be written: ${messageOf(error)}. The metric of the last backup reads it; ` +
        'run backups as the user of the server.',
      { cause: error },
    );
  }
}

/**
 * Reads when the data folder was last backed up, in epoch ms; undefined if never. Undefined itself for a catalog that `colophon backup`
 * does not back up: in PostgreSQL or in memory.
 */
export function lastBackupOf({ data, memory, store }: Pick<Config, 'data' | 'memory' | 'store'>) {
  if (memory || store !== '') return undefined;
  return async (): Promise<number | undefined> => {
    const text = await readFile(join(data, LAST_BACKUP_FILE), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
      throw error;
    });
    const time = Date.parse(text.trim());
    return Number.isNaN(time) ? undefined : time;
  };
}
