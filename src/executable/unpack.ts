import {
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  utimesSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../errors.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../util/private-files.ts';

/** What the executable carries, and where to unpack it. */
export interface Unpacking {
  /** Folder of caches, made if it is missing. */
  readonly cache: string;
  /** Name of the folder in `cache`: differs for other files. */
  readonly name: string;
  /** Content by path, with `/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** User of the process; undefined where the system has none, on Windows. */
  readonly user: number | undefined;
}

/** Modification time of each unpacked file, in seconds: one that was changed later has another. */
const UNPACKED_AT = Date.UTC(2000, 0, 1) / 1000;

/** Files are written here before they get their names. */
const UNFINISHED = 'unfinished';

/** The files cannot be unpacked, or the folder cannot be trusted. The message names the folder and the remedy. */
export class UnpackError extends Error {}

/**
 * Writes the files that are missing or changed, and returns their folder. Each file gets its name when it is complete, so that
 * several processes can unpack at once, and the next one completes what a killed one began. Throws an UnpackError.
 */
export function unpack({ cache, name, files, user }: Unpacking): string {
  try {
    mkdirSync(cache, { recursive: true, mode: PRIVATE_FOLDER });
    // Without symbolic links, which others could change after the check.
    const trusted = realpathSync(cache);
    const folder = join(trusted, name);
    requireOwn(trusted, user);
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    requireOwn(folder, user);
    for (const [path, content] of files) {
      const target = join(folder, path);
      if (!isIntact(target, content.byteLength)) write(content, target, join(folder, UNFINISHED));
    }
    return folder;
  } catch (error) {
    if (error instanceof UnpackError) throw error;
    throw new UnpackError(
      `Colophon cannot unpack its files to ${join(cache, name)}: ${messageOf(error)}. ` +
        'Set XDG_CACHE_HOME to a folder in which you can create files, on a disk with 20 MB free.',
      { cause: error },
    );
  }
}

/** Throws unless only this user can change what is in the folder. */
function requireOwn(path: string, user: number | undefined): void {
  if (user === undefined) return;
  const { uid, mode } = lstatSync(path);
  if (uid === user && (mode & 0o022) === 0) return;
  const problem =
    uid === user
      ? 'other users of this computer can change it'
      : `it belongs to the user with the number ${uid}`;
  const remedy =
    uid === user ? `Remove it, or run 'chmod go-w ${path}' if you trust its contents` : 'Remove it';
  throw new UnpackError(
    `Colophon does not run files in ${path}, because ${problem}. ${remedy}, or set XDG_CACHE_HOME to a folder of your own.`,
  );
}

/** Whether this is the file as it was unpacked, judged by its size and modification time: reading all takes ten times as long. */
function isIntact(path: string, size: number): boolean {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size && found.mtimeMs === UNPACKED_AT * 1000;
}

function write(content: Uint8Array, target: string, unfinished: string): void {
  const made = join(unfinished, String(process.pid));
  mkdirSync(unfinished, { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(made, content, { mode: PRIVATE_FILE });
  utimesSync(made, UNPACKED_AT, UNPACKED_AT);
  mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
  renameSync(made, target);
}
