import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CatalogError, messageOf } from '../../errors.ts';
import type { CommandContext } from '../command-context.ts';

/** Writes lines, given without line breaks. */
export type WriteLines = (lines: readonly string[]) => Promise<void>;

/**
 * Writes lines to a file, or to standard output if `path` is undefined. The file is created or replaced atomically once
 * everything is written and synced to disk; if `work` fails, nothing is created or replaced.
 */
export async function withLineOutput(
  path: string | undefined,
  context: CommandContext,
  work: (write: WriteLines) => Promise<void>,
): Promise<void> {
  if (path !== undefined) return withFile(resolve(context.folder, path), work);
  await work((lines) => {
    if (lines.length > 0) context.print(lines.join('\n'));
    return Promise.resolve();
  });
}

async function withFile(path: string, work: (write: WriteLines) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  // `wx` and 0600: other users of the machine must not read the export, nor redirect it with a symbolic link.
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw new CatalogError('INVALID_REQUEST', `${path} cannot be written: ${messageOf(error)}.`);
  });
  try {
    try {
      await work(async (lines) => {
        if (lines.length > 0) await file.appendFile(`${lines.join('\n')}\n`);
      });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
