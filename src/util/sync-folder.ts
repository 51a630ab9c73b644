import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

const IS_POSSIBLE = process.platform !== 'win32';

/** Makes names that were created, renamed or removed in a folder survive a power loss. Windows has no such call. */
export function syncFolder(path: string): void {
  if (!IS_POSSIBLE) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** As `syncFolder`, without stopping the event loop. */
export async function syncFolderAsync(path: string): Promise<void> {
  if (!IS_POSSIBLE) return;
  await using folder = await open(path, 'r');
  await folder.sync();
}
