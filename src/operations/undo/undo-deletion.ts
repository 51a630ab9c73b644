import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { WRITE } from '../needs.ts';
import { startRestoringValues } from '../bulk-edits/start-bulk-edit.ts';
import { valuesToRestore } from '../bulk-edits/find-lost-values.ts';
import { defineProtected } from '../operation.ts';
import { FLAG, URN, objectOf } from '../shapes.ts';
import { restoredColumns } from './deleted-columns.ts';
import { restoredEntity } from './restored-entity.ts';

/** What undoing a deletion brings back. */
export interface UndoneDeletion {
  readonly urn: Urn;
  /** The commit that deleted it. */
  readonly deletion: { readonly sequence: Sequence; readonly created: AuditStamp };
  /** Names of the aspects that come back, each as a new version. */
  readonly restored: readonly string[];
  /**
   * Names of the aspects that have been written since the deletion, and stay as they are; `status`, too, if it would soft-delete
   * what exists now.
   */
  readonly kept: readonly string[];
  /** It had been soft-deleted before it was hard-deleted, and comes back active. */
  readonly reinstated?: true;
  /** Number of columns that were deleted with it and come back. */
  readonly columns?: number;
  /** Of a property whose definition comes back: its values come back, too, by a bulk edit. */
  readonly values?: {
    /** Assets that lost a value, as far as that has been counted. */
    readonly assets: number;
    /** Number of the edit; undefined of a trial, and if too many edits of the caller wait. */
    readonly edit: number | undefined;
  };
}

/**
 * Undoes the last hard deletion of an entity or of aspects of it: writes what was deleted as new versions, in one commit.
 * What had been soft-deleted before comes back active. The columns that went with an entity come back with it. Former versions,
 * points of timeseries, secrets, and values of properties that were deleted since do not come back. The values of a property do, by
 * a bulk edit of the
 * caller that begins when the removal of dead values has ended. Throws NOT_FOUND when no deletion is kept, or the caller may not
 * view it, and CONFLICT when nothing is left to bring back.
 */
export const undoDeletion = defineProtected({
  name: 'undoDeletion',
  effect: 'write',
  summary: 'Undoes the last hard deletion of an entity or of aspects of it, or shows what would come back.',
  input: () =>
    objectOf({
      urn: URN,
      /** Checks the caller's rights and the rules, and tells what would come back; writes nothing. */
      dryRun: v.nullish(FLAG, false),
    }),
  about: ({ urn }) => [urn],
  needs: WRITE,
  run: async ({ dryRun: isTrial, urn }, work): Promise<UndoneDeletion> => {
    const { query, scope, writes } = work;
    const deletion = await query.lastDeletion(urn, scope);
    if (deletion === undefined) {
      throw new CatalogError(
        'NOT_FOUND',
        `There is no deletion of ${urn} to undo: it was not hard-deleted, or longer ago than such entities are kept (option deletions.keepFor), or you may not view it.`,
      );
    }
    const { created, sequence } = deletion;
    const existing = (await query.getEntities([urn], undefined, scope)).get(urn);
    const { isReinstated, kept, proposals, restored } = restoredEntity(urn, deletion, existing);
    if (restored.length === 0) {
      throw new CatalogError(
        'CONFLICT',
        `Nothing of ${urn} is missing: all that was deleted has been written since, or would soft-delete it (${kept.join(', ')}).`,
      );
    }
    const columns = await restoredColumns(urn, deletion.aspects, sequence, work);
    await writes.ingest([...proposals, ...columns.proposals], { isTrial });
    const undone: UndoneDeletion = {
      urn,
      deletion: { sequence, created },
      restored,
      kept,
      ...(isReinstated && { reinstated: true }),
      ...(columns.count > 0 && { columns: columns.count }),
    };
    if (!restored.includes(STRUCTURED_PROPERTY.definitionAspect)) return undone;
    const lost = await valuesToRestore(urn, work, sequence);
    if (lost === undefined) return undone;
    const edit = isTrial ? undefined : await startRestoringValues(lost, work);
    return { ...undone, values: { assets: lost.changed, edit } };
  },
});
