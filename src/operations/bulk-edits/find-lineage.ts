import { CatalogError, invalidRequest } from '../../errors.ts';
import type { FieldEdit, LineageSelection } from '../../model/bulk-edit.ts';
import { entityTypeIdOf } from '../../model/properties/entity-type-id.ts';
import { entityTypeOf, isUrn, type Urn } from '../../model/urn.ts';
import { MAX_HOPS } from '../../query/lineage/lineage-search.ts';
import { because } from '../../refusals.ts';
import { checkWholeNumber } from '../../util/whole-number.ts';
import { columnPaths } from '../lineage/columns.ts';
import { requireExisting } from '../stored.ts';
import type { Work } from '../work.ts';
import { isAssetField } from './cells.ts';
import { columnOf } from './fields/columns.ts';
import { MOST_ASSETS } from './find-assets.ts';
import { digestOf } from './planned-edit.ts';
import type { Definitions, FieldEditText } from './read-edits.ts';

/** Throws INVALID_REQUEST for hops out of bounds, and for `stopAtValue` with other changes than values given to one property. */
export function checkLineage({ hops, stopAtValue }: LineageSelection, edits: readonly FieldEditText[]): void {
  checkWholeNumber('lineage.hops', hops, 1, MAX_HOPS);
  const [edit, ...others] = edits;
  if (!stopAtValue || edit === undefined) return;
  const givesValues = !isAssetField(edit.field) && ['set', 'add'].includes(edit.action);
  if (givesValues && others.length === 0) return;
  const found =
    others.length > 0 ? `${edits.length} changes` : `the action ${edit.action} of '${edit.field}'`;
  throw invalidRequest(
    `'lineage.stopAtValue' is not possible with ${found}. Give one change that sets or adds values of a structured property, or omit it.`,
    'lineage.stopAtValue',
    because('INPUT_EXCLUDES', { names: ['lineage.stopAtValue', 'changes'] }),
  );
}

/**
 * Urns of the assets that lineage leads to, nearest first; without those of types that a changed property is not for. Throws
 * NOT_FOUND for a start that does not exist, INVALID_REQUEST for one without lineage and for more than `MOST_ASSETS`.
 */
export async function findInLineage(
  selection: LineageSelection,
  edits: readonly FieldEdit[],
  definitions: Definitions,
  work: Work,
): Promise<readonly Urn[]> {
  const { stopAtValue, urn, ...way } = selection;
  await requireStart(urn, work);
  const stopAtValueOf = stopAtValue ? edits.map(({ field }) => field).find(isUrn) : undefined;
  const { isPartial, urns } = await work.query.selectLineage({ ...way, urn, stopAtValueOf }, work.scope);
  if (isPartial || urns.length > MOST_ASSETS) {
    throw invalidRequest(
      `Lineage leads from ${urn} to too many entities within ${way.hops} hops, ${urns.length} assets or more: an edit takes ${MOST_ASSETS}. Use fewer hops.`,
      'lineage.hops',
      because('TOO_MANY_ASSETS', { found: urns.length, most: MOST_ASSETS }),
    );
  }
  const fitting = edits.flatMap(({ field }) => {
    const types = definitions.get(field)?.entityTypes.map(entityTypeIdOf);
    return types === undefined ? [] : [new Set(types)];
  });
  return urns.filter((one) => fitting.every((types) => types.has(entityTypeOf(one).toLowerCase())));
}

/**
 * The edit for assets that lineage led to: its values are attributed to the start. With `stopAtValue`, an asset that has a value
 * by then is refused.
 */
export function alongLineage(edit: FieldEdit, { stopAtValue, urn }: LineageSelection): FieldEdit {
  return { ...edit, origin: urn, ...(stopAtValue && { read: digestOf([]) }) };
}

async function requireStart(urn: Urn, work: Work): Promise<void> {
  const column = columnOf(urn);
  await requireExisting(
    [work.references.parse(column?.dataset ?? urn)],
    (missing) =>
      `'lineage.urn' names ${missing}, which does not exist, or no policy lets you see it. Check the urn.`,
    work,
  );
  if (column === undefined) return;
  const paths = await columnPaths(column.dataset, work);
  if (paths?.includes(column.fieldPath) === true) return;
  throw new CatalogError(
    'NOT_FOUND',
    `'lineage.urn' names the column '${column.fieldPath}', which is not in the schema of ${column.dataset}. Check the path.`,
    because('COLUMN_MISSING', { column: column.fieldPath }),
  );
}
