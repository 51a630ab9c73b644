import type { Aspect } from '../../../model/aspect.ts';
import { holderOf } from '../../../model/relationships/column-holder.ts';
import { entityTypeOf, urnParts, type Urn } from '../../../model/urn.ts';
import { objects, text } from '../../../util/json/json-members.ts';
import { columnUrn } from '../../lineage/columns.ts';

/** Aspect of a dataset that holds what people edited of its columns, and its list of columns. */
export const COLUMN_EDITS = 'editableSchemaMetadata';
export const COLUMN_LIST = 'editableSchemaFieldInfo';

/** A column of a dataset. */
export interface Column {
  readonly dataset: Urn;
  readonly fieldPath: string;
}

/** The column with this urn; undefined for other entities. */
export function columnOf(urn: Urn): Column | undefined {
  const dataset = holderOf(urn);
  if (dataset === undefined || entityTypeOf(dataset) !== 'dataset') return undefined;
  return { dataset, fieldPath: urnParts(urn).key[1] ?? '' };
}

/** The columns of a dataset that people edited in one of the aspects. */
export function editedColumns(
  dataset: Urn,
  ...aspects: readonly (Pick<Aspect, 'value'> | undefined)[]
): readonly Urn[] {
  const paths = aspects.flatMap((aspect) =>
    objects(aspect?.value[COLUMN_LIST]).flatMap((column) => text(column['fieldPath']) ?? []),
  );
  return [...new Set(paths)].map((path) => columnUrn(dataset, path));
}
