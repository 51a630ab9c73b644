import { columnAt } from '../../../model/aspects/column-at.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { Urn } from '../../../model/urn.ts';
import type { JsonObject } from '../../../util/json.ts';
import { object } from '../../../util/json/json-members.ts';
import { TAGS, TERMS, type LabelKind } from '../../tags/stored-labels.ts';
import { COLUMN_LIST, columnOf } from './columns.ts';

/** Fields that an asset has in an aspect of its own, and a column in the aspect of its dataset. */
const KINDS: ReadonlyMap<string, LabelKind> = new Map([
  ['tags', TAGS],
  ['terms', TERMS],
]);

/** The kind of labels in the field; undefined if it has none that columns have, too. */
export function labelKind(field: string): LabelKind | undefined {
  return KINDS.get(field);
}

/** Path of labels of an asset or a column in their aspect, as in a patch. */
export function labelPath({ aspectName }: LabelKind, urn: Urn): readonly string[] {
  const column = columnOf(urn);
  return column === undefined ? [] : [COLUMN_LIST, column.fieldPath, aspectName];
}

/** The object with the list of labels of an asset or a column. */
export function labelHolder(
  { aspectName }: LabelKind,
  urn: Urn,
  aspect: Pick<Aspect, 'value'> | undefined,
): JsonObject | undefined {
  const column = columnOf(urn);
  if (column === undefined) return aspect?.value;
  return object(columnAt(aspect?.value[COLUMN_LIST], column.fieldPath)?.[aspectName]);
}
