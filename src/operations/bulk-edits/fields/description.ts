import { columnAt } from '../../../model/aspects/column-at.ts';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { Aspect, EntityAspects } from '../../../model/aspect.ts';
import type { AssetChange } from '../../../model/bulk-edit.ts';
import { patchOf, put, take } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import { entityTypeOf, type Urn } from '../../../model/urn.ts';
import { text } from '../../../util/json/json-members.ts';
import { requireAssets } from '../../assets.ts';
import { DESCRIPTIONS } from '../../entities/described-places.ts';
import type { Work } from '../../work.ts';
import { labelKind } from './column-labels.ts';
import { COLUMN_EDITS, COLUMN_LIST, columnOf, type Column } from './columns.ts';
import { because } from '../../../refusals.ts';

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
  const column = columnOf(urn);
  if (column === undefined) return undefined;
  const { dataset, fieldPath } = column;
  const path = [COLUMN_LIST, fieldPath, 'description'];
  return {
    holder: dataset,
    aspectName: COLUMN_EDITS,
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
  const record = fieldPath === undefined ? aspect?.value : columnAt(aspect?.value[COLUMN_LIST], fieldPath);
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

/**
 * Throws INVALID_REQUEST for a changed description of an entity type that has none, and NOT_FOUND for an asset without
 * the aspect to hold it and for a column, also of changed labels, that is not in the schema.
 */
export async function requireDescribable(
  changes: readonly AssetChange[],
  stored: ReadonlyMap<Urn, EntityAspects>,
  work: Work,
): Promise<void> {
  const columns: Column[] = [];
  for (const { cells, urn } of changes) {
    const labelled = cells.some(({ field }) => labelKind(field) !== undefined) ? columnOf(urn) : undefined;
    if (labelled !== undefined) columns.push(labelled);
    if (cells.every(({ field }) => field !== 'description')) continue;
    const place = descriptionPlace(urn);
    if (place === undefined)
      throw invalidRequest(
        `'description' cannot be set on ${urn}: the type ${entityTypeOf(urn)} has no editable description.`,
        'description',
        because('ENTITY_TYPE_UNFIT', { entityType: entityTypeOf(urn) }),
      );
    const { aspectName, canBeNew, fieldPath, holder } = place;
    if (fieldPath !== undefined) columns.push({ dataset: holder, fieldPath });
    else if (!canBeNew && stored.get(holder)?.get(aspectName) === undefined)
      throw new CatalogError('NOT_FOUND', `${urn} has no ${aspectName}. Create it first.`);
  }
  await requireAssets(
    columns.map(({ dataset, fieldPath }) => ({ entity: work.references.parse(dataset), fieldPath })),
    work,
  );
}
