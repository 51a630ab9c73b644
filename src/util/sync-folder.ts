import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes names that were created, renamed or removed in a folder survive a power loss. Windows has no such call. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
