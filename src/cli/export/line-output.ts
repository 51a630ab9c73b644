import { statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';
import type { CommandContext } from '../command-context.ts';

/** Writes lines, given without line breaks. */
export type WriteLines = (lines: readonly string[]) => Promise<void>;

/**
 * Writes lines to a file, or to standard output if `path` is undefined. The file is created or replaced atomically once
 * everything is written and synced to disk; if `work` fails, nothing is created or replaced. INVALID_REQUEST if it cannot be written.
 */
export async function withLineOutput<Result>(
  path: string | undefined,
  context: Pick<CommandContext, 'folder' | 'print'>,
  work: (write: WriteLines) => Promise<Result>,
): Promise<Result> {
  if (path !== undefined) return withFile(resolve(context.folder, path), work);
  return work((lines) => {
    if (lines.length > 0) context.print(lines.join('\n'));
    return Promise.resolve();
  });
}

async function withFile<Result>(path: string, work: (write: WriteLines) => Promise<Result>): Promise<Result> {
  if (await writing(path, () => isFolder(path))) throw unwritable(path, 'it is a folder');
  const part = `${path}.part`;
  // `wx` and 0600: other users of the machine must not read the export, nor redirect it with a symbolic link.
  const file = await writing(path, async () => {
    await rm(part, { force: true });
    return open(part, 'wx', 0o600);
  });
  try {
    let result: Result;
    try {
      result = await work(async (lines) => {
        if (lines.length > 0) await writing(path, () => file.appendFile(`${lines.join('\n')}\n`));
      });
      await writing(path, () => file.sync());
    } finally {
      await file.close();
    }
    await writing(path, () => rename(part, path));
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Does a step of writing; INVALID_REQUEST if the file system refuses it. */
async function writing<Result>(path: string, step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw unwritable(path, messageOf(error), error);
  }
}

function unwritable(path: string, why: string, cause?: unknown): CatalogError {
  const remedy = 'Name another file with --out.';
  return new CatalogError('INVALID_REQUEST', `${path} cannot be written: ${why}. ${remedy}`, { cause });
}
