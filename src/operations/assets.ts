import { columnAt } from '../model/aspects/column-at.ts';
import { CatalogError } from '../errors.ts';
import type { EntityAspects } from '../model/aspect.ts';
import { because } from '../refusals.ts';
import type { EntityReference } from '../model/entity-reference.ts';
import type { Urn } from '../model/urn.ts';
import { requireExisting } from './stored.ts';
import type { Reading } from './work.ts';

/** An asset as clients name it. */
export interface AssetText {
  readonly urn: string;
  readonly fieldPath?: string | undefined;
}

/** An entity, or a column of a dataset, whose metadata an operation changes. */
export interface Asset {
  readonly entity: EntityReference;
  /** Path of the column; undefined for the entity itself. */
  readonly fieldPath: string | undefined;
}

/** Throws NOT_FOUND unless every entity exists; see `requireAssets`. */
export function requireEntities(
  entities: readonly EntityReference[],
  reading: Pick<Reading, 'existing' | 'query' | 'scope'>,
): Promise<void> {
  const assets = entities.map((entity) => ({ entity, fieldPath: undefined }));
  return requireAssets(assets, reading);
}

/**
 * Throws NOT_FOUND unless every entity exists, and every column is in the schema of its dataset. Entities of type
 * `schemaField` need not exist.
 */
export async function requireAssets(
  assets: readonly Asset[],
  reading: Pick<Reading, 'existing' | 'query' | 'scope'>,
): Promise<void> {
  // A schemaField entity exists only once it has metadata.
  const needed = assets.flatMap(({ entity }) => (entity.entityType === 'schemaField' ? [] : [entity]));
  await requireExisting(
    needed,
    (urn) => `Failed to update resource with urn ${urn}. Entity does not exist. Check the urn.`,
    reading,
  );
  const columns = assets.flatMap(({ entity: { urn }, fieldPath }) =>
    fieldPath === undefined ? [] : [{ urn, fieldPath }],
  );
  if (columns.length === 0) return;
  const schemas = await reading.query.getEntities(
    columns.map(({ urn }) => urn),
    ['schemaMetadata'],
    reading.scope,
  );
  for (const { urn, fieldPath } of columns) requireColumn(urn, fieldPath, schemas.get(urn));
}

function requireColumn(urn: Urn, fieldPath: string, aspects: EntityAspects | undefined): void {
  const schema = aspects?.get('schemaMetadata')?.value;
  const failed = `Failed to update ${urn} & field ${fieldPath}.`;
  const refusal = because('COLUMN_MISSING', { column: fieldPath });
  if (schema === undefined) throw new CatalogError('NOT_FOUND', `${failed} ${urn} has no schema.`, refusal);
  if (columnAt(schema['fields'], fieldPath) !== undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `${failed} Field ${fieldPath} does not exist in the dataset's schema. Use its full path.`,
    refusal,
  );
}
