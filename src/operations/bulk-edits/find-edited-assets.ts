import {
  LABEL_FIELDS,
  type EditFailure,
  type EditField,
  type FieldRestoration,
} from '../../model/bulk-edit.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { READ } from '../needs.ts';
import { defineInternal } from '../operation.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import type { EditToUndo } from './bulk-edits.ts';
import { LABEL_ASPECTS, aspectOf, cellIn, elementsIn } from './cells.ts';
import { joined, openEdits, type EditedAssets } from './open-edits.ts';

/** Maximum changes of a page; a commit is never split. */
const PER_PAGE = 200;

const ASPECTS: readonly string[] = [...Object.values(LABEL_ASPECTS), ASSIGNMENTS];

/**
 * The next assets that a bulk edit changed, from a cursor of the change feed, with the edits that undo it, within
 * what the caller may see now. Omits assets without a stored version by the edit.
 */
export const findEditedAssets = defineInternal({
  name: 'findEditedAssets',
  effect: 'read',
  needs: READ,
  run: async (
    { runId, since }: Pick<EditToUndo, 'runId' | 'since'>,
    { query, scope, services },
  ): Promise<EditedAssets> => {
    const filter = { ...EVERY_CHANGE, aspects: ASPECTS, runIds: [runId] };
    const { cursor, events, isAtEnd } = await services.changes.read(
      { since, limit: PER_PAGE, filter },
      scope,
    );
    const byAsset = Map.groupBy(events, ({ urn }) => urn);
    const stored = await query.getEntities([...byAsset.keys()], ASPECTS, scope);
    const assets = [...byAsset].map(([urn, changes]) => {
      const [kept, lost] = [true, false].map((isKept) =>
        changes.filter((change) => (change.notKept.length === 0) === isKept),
      );
      const open = openEdits(urn, (kept ?? []).flatMap(restorationsOf), stored.get(urn));
      return { ...open, failures: [...open.failures, ...(lost ?? []).map(notKept)] };
    });
    return { ...joined(assets), cursor, isAtEnd };
  },
});

/** The edits that undo the change of an aspect, field by field. */
function restorationsOf({ after, aspectName, before, properties }: ChangeEvent): readonly FieldRestoration[] {
  const fields: readonly EditField[] =
    aspectName === ASSIGNMENTS
      ? (properties ?? []).map(({ propertyUrn }) => propertyUrn)
      : LABEL_FIELDS.filter((field) => aspectOf(field) === aspectName);
  return fields.map((field) => ({
    field,
    action: 'restore',
    elements: elementsIn(field, before),
    values: cellIn(field, before),
    written: cellIn(field, after),
  }));
}

function notKept({ aspectName, urn }: ChangeEvent): EditFailure {
  const field = LABEL_FIELDS.find((label) => aspectOf(label) === aspectName) ?? aspectName;
  return { urn, field, code: 'GONE', message: 'The value before the edit is no longer stored.' };
}
