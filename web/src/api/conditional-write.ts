import { ApiError } from './api-error.ts';
import { isObject } from './is-object.ts';

/** Maximum attempts of a write while others change the same aspect. */
const TRIES = 5;

/** Version of an aspect as `readEntity` returns it, for `If-Version-Match`; `-1` if it does not exist. */
export function versionOf(aspect: unknown): string {
  if (!isObject(aspect)) return '-1';
  const { systemMetadata } = aspect;
  const version = isObject(systemMetadata) ? systemMetadata['version'] : undefined;
  return typeof version === 'string' ? version : '1';
}

/**
 * Runs `readAndWrite`, which reads an aspect and writes it with `If-Version-Match`; retries, up to 5 attempts in all, if
 * someone else changed the aspect in between. `readAndWrite` throws if the aspect differs from what the person saw.
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
