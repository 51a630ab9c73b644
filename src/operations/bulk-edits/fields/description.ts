import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { Aspect, EntityAspects } from '../../../model/aspect.ts';
import type { AssetChange } from '../../../model/bulk-edit.ts';
import { patchOf, put, take } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { holderOf } from '../../../model/relationships/column-holder.ts';
import { entityTypeOf, urnParts, type Urn } from '../../../model/urn.ts';
import { objects, text } from '../../../util/json/json-members.ts';
import { requireAssets } from '../../assets.ts';
import { DESCRIPTIONS } from '../../entities/described-places.ts';
import { columnUrn } from '../../lineage/columns.ts';
import type { Work } from '../../work.ts';
import { because } from '../../../refusals.ts';

/** Aspect of a dataset that holds the edited descriptions of its columns, and its list of columns. */
export const COLUMN_DESCRIPTIONS = 'editableSchemaMetadata';
const COLUMN_LIST = 'editableSchemaFieldInfo';

/** Where the edited description of an asset is stored. */
export interface DescriptionPlace {
  /** The asset; for a column, its dataset. */
  readonly holder: Urn;
  readonly aspectName: string;
  /** Path of a column. */
  readonly fieldPath?: string;
  /** Path of the text in the aspect, as in a patch. */
  readonly path: readonly string[];
  readonly canBeNew: boolean;
  readonly isRequired: boolean;
}

/** Place of the description; undefined if the entity type has no editable description. */
export function descriptionPlace(urn: Urn): DescriptionPlace | undefined {
  const entityType = entityTypeOf(urn);
  if (Object.hasOwn(DESCRIPTIONS, entityType)) {
    const place = DESCRIPTIONS[entityType];
    if (place === undefined) return undefined;
    const { aspectName, canBeNew, isRequired = false, member } = place;
    return { holder: urn, aspectName, path: [member], canBeNew, isRequired };
  }
  const holder = holderOf(urn);
  if (holder === undefined || entityTypeOf(holder) !== 'dataset') return undefined;
  const fieldPath = urnParts(urn).key[1] ?? '';
  const path = [COLUMN_LIST, fieldPath, 'description'];
  return {
    holder,
    aspectName: COLUMN_DESCRIPTIONS,
    fieldPath,
    path,
    canBeNew: true,
    isRequired: false,
  };
}

/** The description in its aspect; none if it is empty. */
export function descriptionIn(
  { fieldPath, path: [member = ''] }: DescriptionPlace,
  aspect: Pick<Aspect, 'value'> | undefined,
): readonly string[] {
  const record =
    fieldPath === undefined
      ? aspect?.value
      : objects(aspect?.value[COLUMN_LIST]).find((column) => column['fieldPath'] === fieldPath);
  const found = text(record?.[fieldPath === undefined ? member : 'description']);
  return found === undefined || found === '' ? [] : [found];
}

/** The proposal that stores the description, or removes it. */
export function descriptionProposal(urn: Urn, [after]: readonly string[]): MetadataChangeProposal[] {
  const place = descriptionPlace(urn);
  if (place === undefined) return [];
  const { aspectName, holder, isRequired, path } = place;
  const operation = after === undefined && !isRequired ? take(path) : put(path, after ?? '');
  return [patchOf(holder, aspectName, [operation])];
}

/** The columns of a dataset that have an edited description in one of the aspects. */
export function describedColumns(
  dataset: Urn,
  ...aspects: readonly (Pick<Aspect, 'value'> | undefined)[]
): readonly Urn[] {
  const paths = aspects.flatMap((aspect) =>
    objects(aspect?.value[COLUMN_LIST])
      .filter((column) => column['description'] !== undefined)
      .flatMap((column) => text(column['fieldPath']) ?? []),
  );
  return [...new Set(paths)].map((path) => columnUrn(dataset, path));
}

/**
 * Throws INVALID_REQUEST for a changed description of an entity type that has none, and NOT_FOUND for an asset without
 * the aspect to hold it and for a column that is not in the schema.
 */
export async function requireDescribable(
  changes: readonly AssetChange[],
  stored: ReadonlyMap<Urn, EntityAspects>,
  work: Work,
): Promise<void> {
  const columns: { readonly urn: Urn; readonly fieldPath: string }[] = [];
  for (const { cells, urn } of changes) {
    if (cells.every(({ field }) => field !== 'description')) continue;
    const place = descriptionPlace(urn);
    if (place === undefined)
      throw invalidRequest(
        `'description' cannot be set on ${urn}: the type ${entityTypeOf(urn)} has no editable description.`,
        'description',
        because('ENTITY_TYPE_UNFIT', { entityType: entityTypeOf(urn) }),
      );
    const { aspectName, canBeNew, fieldPath, holder } = place;
    if (fieldPath !== undefined) columns.push({ urn: holder, fieldPath });
    else if (!canBeNew && stored.get(holder)?.get(aspectName) === undefined)
      throw new CatalogError('NOT_FOUND', `${urn} has no ${aspectName}. Create it first.`);
  }
  await requireAssets(
    columns.map(({ fieldPath, urn }) => ({ entity: work.references.parse(urn), fieldPath })),
    work,
  );
}
