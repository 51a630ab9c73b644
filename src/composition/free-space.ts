import { statfs } from 'node:fs/promises';
import type { Unreadiness } from '../api/http/dependencies.ts';
import type { Config } from '../config/options.ts';
import { because } from '../refusals.ts';

/** Free space below which the server is not ready, in bytes: room for the running writes. */
const LEAST_FREE = 16 * 2 ** 20;
const MEBIBYTE = 2 ** 20;

/** Reads the bytes that this process may still write to the data folder; undefined for a catalog in memory. */
export function freeSpaceOf({ data, memory }: Pick<Config, 'data' | 'memory'>) {
  if (memory) return undefined;
  return async (): Promise<number> => {
    const { bavail, bsize } = await statfs(data);
    return bavail * bsize;
  };
}

/** Why a server with this much free space is not ready; undefined: it is ready. */
export function reasonAgainst(freeBytes: number): Unreadiness | undefined {
  if (freeBytes >= LEAST_FREE) return undefined;
  const [left = 0, least = 0] = [freeBytes, LEAST_FREE].map((bytes) => Math.floor(bytes / MEBIBYTE));
  return {
    message: `The disk of the data folder has ${left} MiB left, and at least ${least} are needed.`,
    ...because('DISK_FULL', { left, least }),
  };
}
