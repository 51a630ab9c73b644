import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Mode of files that only the user of the process may read. */
export const PRIVATE_FILE = 0o600;

/** Mode of folders that only the user of the process may enter. */
export const PRIVATE_FOLDER = 0o700;

/** Removes access of other local users to an existing file or folder, unless one of them owns it. */
export function makePrivate(path: string): void {
  const { mode, uid } = statSync(path);
  if (process.getuid === undefined || uid !== process.getuid() || (mode & 0o077) === 0) return;
  chmodSync(path, mode & 0o700);
}

/** Creates the file if it is missing, and removes access of other local users. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  makePrivate(path);
}
