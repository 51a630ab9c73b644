import * as v from 'valibot';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Sequence } from '../../model/sequence.ts';
import type { Urn } from '../../model/urn.ts';
import { WRITE } from '../needs.ts';
import { startRestoringValues } from '../bulk-edits/start-bulk-edit.ts';
import { valuesToRestore } from '../bulk-edits/find-lost-values.ts';
import { defineInternal, defineProtected } from '../operation.ts';
import { FLAG, URN, described, objectOf } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';
import { ofRun } from './run/of-run.ts';
import { restoredColumns } from './deleted-columns.ts';
import { restoredEntity } from './restored-entity.ts';

/** Result of undoing a deletion. */
export interface UndoneDeletion {
  readonly urn: Urn;
  /** The commit that deleted it. */
  readonly deletion: { readonly sequence: Sequence; readonly created: AuditStamp };
  /** Names of the restored aspects, each written as a new version. */
  readonly restored: readonly string[];
  /**
   * Names of the aspects that were written after the deletion and are kept; also `status`, if restoring it would
   * soft-delete the current entity.
   */
  readonly kept: readonly string[];
  /** Set if it was soft-deleted before it was hard-deleted, and is restored as active. */
  readonly reinstated?: true;
  /** Number of restored columns that were deleted with it. */
  readonly columns?: number;
  /** For a property whose definition is restored: a bulk edit restores its values, too. */
  readonly values?: {
    /** Number of assets that lost a value, counted so far. */
    readonly assets: number;
    /** Number of the edit; undefined in a dry run, and if too many edits of the caller are queued. */
    readonly edit: number | undefined;
  };
}

/** A deletion to undo. */
export interface DeletionToUndo {
  readonly urn: Urn;
  /** True for a dry run, which writes nothing. */
  readonly isTrial: boolean;
  /** Run that the writes belong to; undefined: none. */
  readonly runId: string | undefined;
}

/**
 * Undoes the last hard deletion of an entity or of some of its aspects: writes the deleted aspects as new versions,
 * in one commit. An entity that was soft-deleted before is restored as active. Columns that were deleted with an
 * entity are restored with it. Earlier versions, timeseries points, secrets, and values of properties deleted later
 * are not restored. The values of a property are restored by a bulk edit of the caller, which starts when the removal
 * of invalid values has ended. Throws NOT_FOUND if no deletion is kept or the caller may not view it, and CONFLICT if
 * nothing remains to restore.
 */
export const undoDeletion = defineProtected({
  name: 'undoDeletion',
  effect: 'write',
  summary: 'Undoes the last hard deletion of an entity or of its aspects, or shows what would be restored.',
  input: () =>
    objectOf({
      urn: described('Urn of the entity.', URN),
      dryRun: v.nullish(
        described(
          'Whether to only check rights and rules and return what would be restored; default: false.',
          FLAG,
        ),
        false,
      ),
    }),
  about: ({ urn }) => [urn],
  needs: WRITE,
  run: ({ dryRun: isTrial, urn }, work) => restoreDeletion({ urn, isTrial, runId: undefined }, work),
});

/** `undoDeletion` by a plan: its writes belong to a run. */
export const undoDeletionOfPlan = defineInternal({
  name: 'undoDeletionOfPlan',
  effect: 'write',
  about: ({ urn }: DeletionToUndo) => [urn],
  needs: WRITE,
  run: restoreDeletion,
});

async function restoreDeletion(
  { isTrial, runId, urn }: DeletionToUndo,
  work: ProtectedWork,
): Promise<UndoneDeletion> {
  const { query, scope, writes } = work;
  const deletion = await query.lastDeletion(urn, scope);
  if (deletion === undefined) {
    throw new CatalogError(
      'NOT_FOUND',
      `There is no deletion of ${urn} to undo: it was not hard-deleted, the deletion is no longer kept (option deletions.keepFor), or you may not view it.`,
      because('UNDO_EXPIRED'),
    );
  }
  const { created, sequence } = deletion;
  const existing = (await query.getEntities([urn], undefined, scope)).get(urn);
  const { isReinstated, kept, proposals, restored } = restoredEntity(urn, deletion, existing);
  if (restored.length === 0) {
    throw new CatalogError(
      'CONFLICT',
      `There is nothing to restore for ${urn}: the deleted aspects were written later, or would soft-delete it (${kept.join(', ')}).`,
      because('UNDO_OVERTAKEN'),
    );
  }
  const columns = await restoredColumns(urn, deletion.aspects, sequence, work);
  await writes.ingest(ofRun(runId, [...proposals, ...columns.proposals]), { isTrial });
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
}
