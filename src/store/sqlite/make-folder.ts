import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';

/**
 * Creates a folder with mode 0700, and missing parents with the default mode; an existing folder is left unchanged.
 * INVALID_REQUEST when it cannot be created or written to. Does not use Node's `recursive` option, which never returns below
 * `/proc`.
 */
export function makeFolder(folder: string): void {
  try {
    for (const path of missing(folder)) mkdirSync(path, path === folder ? { mode: 0o700 } : {});
  } catch (error) {
    throw new CatalogError(
      'INVALID_REQUEST',
      `The data folder ${folder} cannot be created: ${messageOf(error)}. Choose another folder with --data.`,
    );
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Explains why a folder cannot be written to. */
export function unwritable(folder: string, error: unknown): CatalogError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const remedy =
    code === 'EROFS'
      ? 'its file system is read-only. Mount it for writing'
      : `${messageOf(error)}. Give this user the right to write there`;
  return new CatalogError(
    'INVALID_REQUEST',
    `The data folder ${folder} cannot be written to: ${remedy}, or choose another folder with --data.`,
  );
}

/** Folders to create, topmost first. */
function missing(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return [];
  if (found !== undefined) throw new Error(`${folder} is not a folder`);
  const above = dirname(folder);
  return above === folder ? [] : [...missing(above), folder];
}
