import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';

/**
 * Makes a folder for its owner only, with those above it, and leaves one that is there as it is; INVALID_REQUEST when
 * that cannot be. Not with the option `recursive` of Node,
 * which never returns below `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    for (const path of missing(folder)) mkdirSync(path, path === folder ? { mode: 0o700 } : {});
  } catch (error) {
    throw new CatalogError(
      'INVALID_REQUEST',
      `The data folder ${folder} cannot be made: ${messageOf(error)}. Choose another folder with --data.`,
    );
  }
}

/** The folders that have to be made, the uppermost first. */
function missing(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return [];
  if (found !== undefined) throw new Error(`${folder} is not a folder`);
  const above = dirname(folder);
  return above === folder ? [] : [...missing(above), folder];
}
