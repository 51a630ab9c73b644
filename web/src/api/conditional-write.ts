import { ApiError } from './api-error.ts';
import { isObject } from './is-object.ts';

/** Times that a write is tried while others change the same aspect. */
const TRIES = 5;

/** Version of an aspect as `readEntity` returns it, for `If-Version-Match`; `-1` if it does not exist. */
export function versionOf(aspect: unknown): string {
  if (!isObject(aspect)) return '-1';
  const { systemMetadata } = aspect;
  const version = isObject(systemMetadata) ? systemMetadata['version'] : undefined;
  return typeof version === 'string' ? version : '1';
}

/**
 * Reads an aspect and writes it on condition of its version; both again, 5 times in all, while somebody else changes it
 * in between. `readAndWrite` throws if what it reads is not what the person saw.
 */
export async function retryIfOutdated<Result>(readAndWrite: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await readAndWrite();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412) || tries === TRIES) throw error;
    }
  }
}
