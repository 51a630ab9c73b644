import type { MetadataChange } from '../change/metadata-change.ts';
import { noteCommit } from './request-scope.ts';

/**
 * The write path for operations that answer something else than a commit, such as those on users and tokens: the
 * request that they belong to remembers which commit holds what they wrote.
 */
export function notedChange(change: MetadataChange): MetadataChange {
  const noted = async <T extends { readonly sequence: number }>(run: Promise<T>): Promise<T> => {
    const done = await run;
    noteCommit(done.sequence);
    return done;
  };
  return {
    ...change,
    ingest: (actor, proposals, guard) => noted(change.ingest(actor, proposals, guard)),
    deleteEntity: (actor, urn) => noted(change.deleteEntity(actor, urn)),
  };
}
