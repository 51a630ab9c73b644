import type { MetadataChange } from '../change/metadata-change.ts';
import { noteCommit } from './request-scope.ts';

/**
 * Wraps the write path so that the current request notes the sequence of each commit. For operations that do not return
 * their commit, such as those on users and tokens.
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
    deleteEntity: (actor, urn, guard) => noted(change.deleteEntity(actor, urn, guard)),
  };
}
