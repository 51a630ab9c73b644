import type { EntityAspects } from '../../model/aspect.ts';
import type { AssetEdit, EditFailure, EditField, FieldRestoration } from '../../model/bulk-edit.ts';
import { LABEL_FIELDS } from '../../model/bulk-edit.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Urn } from '../../model/urn.ts';
import { READ } from '../needs.ts';
import { defineProtectedModelled } from '../operation.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import type { EditToUndo } from './bulk-edits.ts';
import { LABEL_ASPECTS, aspectOf, cellIn, cellOf, elementsIn, isRestoredWhole, sameValues } from './cells.ts';
import { fieldName } from './read-edits.ts';

/** Changes of a page, unless one commit has more. */
const PER_PAGE = 200;

const ASPECTS: readonly string[] = [...Object.values(LABEL_ASPECTS), ASSIGNMENTS];

/** Assets that an edit changed, and what takes that back. */
export interface EditedAssets {
  /** Also those of which nothing can be taken back. */
  readonly assets: readonly AssetEdit[];
  /** What cannot be taken back. */
  readonly failures: readonly EditFailure[];
  /** Where the next page begins. */
  readonly cursor: string;
  readonly isAtEnd: boolean;
}

/**
 * The next assets that a bulk edit changed, from a cursor of the change feed on, with what takes that back, as far as the
 * caller may see it now. Without those of which no version by the edit is stored any more.
 */
export const findEditedAssets = defineProtectedModelled({
  name: 'findEditedAssets',
  effect: 'read',
  needs: READ,
  run: async (
    { runId, since }: Pick<EditToUndo, 'runId' | 'since'>,
    { query, scope, services },
  ): Promise<EditedAssets> => {
    const filter = { entityTypes: [], aspects: ASPECTS, urns: [], properties: [], runIds: [runId] };
    const { cursor, events, isAtEnd } = await services.changes.read(
      { since, limit: PER_PAGE, filter },
      scope,
    );
    const byAsset = Map.groupBy(events, ({ urn }) => urn);
    const stored = await query.getEntities([...byAsset.keys()], ASPECTS, scope);
    const failures: EditFailure[] = [];
    const assets = [...byAsset].map(([urn, changes]): AssetEdit => {
      const edits = changes.flatMap((change) => {
        if (change.notKept.length === 0) return restorationsOf(change);
        failures.push(notKept(change));
        return [];
      });
      const isOpen = (edit: FieldRestoration): boolean => !isChangedSince(edit, stored.get(urn));
      failures.push(...edits.filter((edit) => !isOpen(edit)).map((edit) => conflict(urn, edit)));
      return { urn, edits: edits.filter(isOpen) };
    });
    return { assets, failures, cursor, isAtEnd };
  },
});

/** What takes back the change of an aspect, field by field. */
function restorationsOf({ after, aspectName, before, properties }: ChangeEvent): readonly FieldRestoration[] {
  const fields: readonly EditField[] =
    aspectName === ASSIGNMENTS
      ? (properties ?? []).map(({ propertyUrn }) => propertyUrn)
      : LABEL_FIELDS.filter((field) => aspectOf(field) === aspectName);
  return fields.map((field) => ({
    ...{ field, action: 'restore', elements: elementsIn(field, before) },
    ...{ values: cellIn(field, before), written: cellIn(field, after) },
  }));
}

function isChangedSince({ field, values, written }: FieldRestoration, aspects: EntityAspects | undefined) {
  const now = cellOf(field, aspects);
  return isRestoredWhole(field) && !sameValues(now, written) && !sameValues(now, values);
}

function conflict(urn: Urn, { field }: FieldRestoration): EditFailure {
  const message = 'It has been changed since the edit, and stays as it is.';
  return { urn, field: fieldName(field), code: 'CONFLICT', message };
}

function notKept({ aspectName, urn }: ChangeEvent): EditFailure {
  const field = LABEL_FIELDS.find((label) => aspectOf(label) === aspectName) ?? aspectName;
  return { urn, field, code: 'GONE', message: 'What it had before the edit is not stored any more.' };
}
