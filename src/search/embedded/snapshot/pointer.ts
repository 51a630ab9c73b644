import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../util/private-files.ts';
import { syncFolderAsync } from '../../../util/sync-folder.ts';

/** Name of the file that names the index in use. */
export const POINTER_FILE = 'current';

/** An index by its number. */
export interface NumberedIndex {
  readonly number: number;
  /** Version of its documents (`documentsVersion`). */
  readonly documents: string;
}

/** The index in use. */
export interface Pointer extends NumberedIndex {
  /** The index that is being built to replace it. */
  readonly next?: NumberedIndex;
}

/** Reads the pointer of a folder; undefined when it is missing or malformed. */
export async function readPointer(folder: string): Promise<Pointer | undefined> {
  try {
    return asPointer(JSON.parse(await readFile(join(folder, POINTER_FILE), 'utf8')));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Replaces the pointer of a folder, atomically and durably. */
export async function writePointer(folder: string, pointer: Pointer): Promise<void> {
  const temporary = join(folder, `${POINTER_FILE}.tmp`);
  {
    await using file = await open(temporary, 'w', PRIVATE_FILE);
    await file.writeFile(JSON.stringify(pointer));
    await file.sync();
  }
  await rename(temporary, join(folder, POINTER_FILE));
  await syncFolderAsync(folder);
}

function asPointer(value: unknown): Pointer | undefined {
  const inUse = asNumbered(value);
  if (inUse === undefined || typeof value !== 'object' || value === null || !('next' in value)) return inUse;
  const next = asNumbered(value.next);
  return next === undefined ? inUse : { ...inUse, next };
}

function asNumbered(value: unknown): NumberedIndex | undefined {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('documents' in value))
    return undefined;
  const { documents, number } = value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || typeof documents !== 'string')
    return undefined;
  return { number, documents };
}
