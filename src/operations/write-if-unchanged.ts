import { CatalogError } from '../errors.ts';
import type { Aspect } from '../model/aspect.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { Work } from './work.ts';

/** Attempts to write before a conflict is reported. */
const TRIES = 5;

/**
 * Reads an aspect of several entities and writes what `change` returns for each, in one commit; undefined skips an
 * entity. Never overwrites a concurrent write: retries from the read, 5 attempts in all, then throws PRECONDITION.
 */
export async function writeIfUnchanged(
  urns: readonly Urn[],
  aspectName: string,
  change: (before: Aspect | undefined) => JsonObject | undefined,
  work: Work,
): Promise<void> {
  await retryIfOutdated(async () => {
    const entities = await work.query.getEntities(urns, [aspectName], work.scope);
    const proposals = urns.flatMap((urn) => {
      const before = entities.get(urn)?.get(aspectName);
      const value = change(before);
      if (value === undefined) return [];
      const condition = { ifVersionMatch: before?.systemMetadata.version ?? '-1' };
      return [{ urn, aspectName, changeType: 'UPSERT', value, condition } as const];
    });
    await work.ingest(proposals);
  });
}

/** Reads and writes; retries, 5 attempts in all, if the write throws PRECONDITION because of a concurrent write. */
export async function retryIfOutdated<Result>(readAndWrite: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await readAndWrite();
    } catch (error) {
      const isOutdated = error instanceof CatalogError && error.code === 'PRECONDITION';
      if (!isOutdated || tries === TRIES) throw error;
    }
  }
}
