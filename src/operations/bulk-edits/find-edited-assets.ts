import {
  ASSET_FIELDS,
  type EditFailure,
  type EditField,
  type FieldRestoration,
} from '../../model/bulk-edit.ts';
import type { ChangeEvent } from '../../model/changes/change-event.ts';
import type { Urn } from '../../model/urn.ts';
import { EVERY_CHANGE } from '../../query/changes/change-query.ts';
import { DESCRIPTIONS } from '../entities/described-places.ts';
import { READ } from '../needs.ts';
import { defineInternal } from '../operation.ts';
import { ASSIGNMENTS } from '../structured-properties/assignments.ts';
import type { EditToUndo } from './bulk-edits.ts';
import { LABEL_ASPECTS, cellIn, elementsIn, placeOf, sameValues } from './cells.ts';
import { DEPRECATION } from './fields/deprecation.ts';
import { COLUMN_EDITS, editedColumns } from './fields/columns.ts';
import { joined, openEdits, type EditedAssets } from './open-edits.ts';
import { because } from '../../refusals.ts';

/** Maximum changes of a page; a commit is never split. */
const PER_PAGE = 200;

/** Fields of columns in the aspect of their dataset. */
const COLUMN_FIELDS = ['description', 'tags', 'terms'] as const;

const ASPECTS: readonly string[] = [
  ...new Set([
    ...Object.values(LABEL_ASPECTS),
    ...Object.values(DESCRIPTIONS).map(({ aspectName }) => aspectName),
    COLUMN_EDITS,
    DEPRECATION,
    ASSIGNMENTS,
  ]),
];

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
    const holders = [...new Set(events.map(({ urn }) => urn))];
    const stored = await query.getEntities(holders, ASPECTS, scope);
    const byAsset = Map.groupBy(events.flatMap(changesOf), ({ urn }) => urn);
    const assets = [...byAsset].map(([urn, changes]) => {
      const restorations = changes.flatMap(({ restoration }) => restoration ?? []);
      const open = openEdits(urn, restorations, stored);
      return { ...open, failures: [...open.failures, ...changes.flatMap(({ failure }) => failure ?? [])] };
    });
    return { ...joined(assets), cursor, isAtEnd };
  },
});

/** What an event changed in one field of an asset: the edit that undoes it, or why none can. */
interface FieldChange {
  readonly urn: Urn;
  readonly restoration?: FieldRestoration;
  readonly failure?: EditFailure;
}

function changesOf(event: ChangeEvent): readonly FieldChange[] {
  const { after, aspectName, before, notKept, properties, urn } = event;
  if (notKept.length > 0) return [{ urn, failure: lost(event) }];
  if (aspectName === COLUMN_EDITS) {
    return editedColumns(urn, before, after)
      .flatMap((column) => COLUMN_FIELDS.map((field) => restored(column, field, event)))
      .filter(({ restoration: { values, written } }) => !sameValues(values, written));
  }
  const fields: readonly EditField[] =
    aspectName === ASSIGNMENTS
      ? (properties ?? []).map(({ propertyUrn }) => propertyUrn)
      : ASSET_FIELDS.filter((field) => placeOf(field, urn)?.aspectName === aspectName);
  return fields.map((field) => restored(urn, field, event));
}

/** The edit that restores a field. `urn`: the asset, which for a column is not the entity of the event. */
function restored(urn: Urn, field: EditField, { after, before }: Pick<ChangeEvent, 'after' | 'before'>) {
  const restoration: FieldRestoration = {
    field,
    action: 'restore',
    elements: elementsIn(field, urn, before),
    values: cellIn(field, urn, before),
    written: cellIn(field, urn, after),
  };
  return { urn, restoration };
}

function lost({ aspectName, urn }: ChangeEvent): EditFailure {
  const field =
    aspectName === COLUMN_EDITS
      ? 'description'
      : (ASSET_FIELDS.find((one) => placeOf(one, urn)?.aspectName === aspectName) ?? aspectName);
  const message = 'The value before the edit is no longer stored.';
  return { urn, field, code: 'GONE', ...because('HISTORY_MISSING'), message };
}
