import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';
import type { CommandContext } from '../command-context.ts';

/** Size limit of a file. A thousand definitions take less than a tenth of it. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads a UTF-8 file of up to 16 MiB, or standard input for `-`. Throws INVALID_REQUEST if that is not possible. */
export async function readTextFile(path: string, context: CommandContext): Promise<string> {
  const bytes = path === '-' ? await context.readInput() : await readBytes(path, context.folder);
  if (bytes.length > MAX_BYTES) throw unreadable(path, `it is larger than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, 'it is not UTF-8 text', error);
  }
}

async function readBytes(path: string, folder: string): Promise<Buffer> {
  try {
    return await readFile(resolve(folder, path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw unreadable(path, REASONS.get(code) ?? messageOf(error), error);
  }
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
]);

function unreadable(path: string, why: string, cause?: unknown): CatalogError {
  return new CatalogError('INVALID_REQUEST', `The file ${path} cannot be read: ${why}.`, { cause });
}
