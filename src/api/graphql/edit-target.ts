import { CatalogError, invalidRequest } from '../../errors.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { requireExisting } from './mutation-steps.ts';
import { objects } from './presenters/json-members.ts';

/** Target of a mutation in GraphQL's form: an entity, or a column of a dataset. */
export interface ResourceRef {
  readonly resourceUrn: string;
  readonly subResourceType?: string | null;
  readonly subResource?: string | null;
}

/** Target of a mutation: an entity, or a column of a dataset. */
export interface EditTarget {
  readonly entity: EntityReference;
  /** Path of the column; undefined for the entity itself. */
  readonly fieldPath: string | undefined;
}

/** Parses targets; skips nulls. Throws INVALID_REQUEST for an invalid urn or an incomplete sub-resource. */
export function parseTargets(
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): readonly EditTarget[] {
  return resources.flatMap((resource) => (resource === null ? [] : [parseTarget(resource, context)]));
}

/** Parses a target; throws INVALID_REQUEST for an invalid urn or an incomplete sub-resource. */
export function parseTarget(
  { resourceUrn, subResourceType, subResource }: ResourceRef,
  { references }: GraphqlContext,
): EditTarget {
  const entity = references.parse(resourceUrn);
  if (!subResource && !subResourceType) return { entity, fieldPath: undefined };
  if (!subResource) {
    throw invalidRequest(
      `Failed to update resource with urn ${entity.urn}. SubResourceType (${subResourceType ?? ''}) provided without a subResource. Name the column in 'subResource'.`,
    );
  }
  if (!subResourceType) {
    throw invalidRequest(
      `Failed to update resource with urn ${entity.urn}. SubResource (${subResource}) provided without a subResourceType. Add 'subResourceType: DATASET_FIELD'.`,
    );
  }
  return { entity, fieldPath: subResource };
}

/**
 * Throws NOT_FOUND unless every entity exists, and every column is in the schema of its dataset. Entities of type
 * `schemaField` need not exist.
 */
export async function requireTargets(targets: readonly EditTarget[], context: GraphqlContext): Promise<void> {
  // A schemaField entity exists only once it has metadata.
  const needed = targets.flatMap(({ entity }) => (entity.entityType === 'schemaField' ? [] : [entity]));
  await requireExisting(
    needed,
    (urn) => `Failed to update resource with urn ${urn}. Entity does not exist. Check the urn.`,
    context,
  );
  const columns = targets.flatMap(({ entity: { urn }, fieldPath }) =>
    fieldPath === undefined ? [] : [{ urn, fieldPath }],
  );
  if (columns.length === 0) return;
  const schemas = await context.catalog.getEntities(
    columns.map(({ urn }) => urn),
    ['schemaMetadata'],
  );
  for (const { urn, fieldPath } of columns) requireColumn(urn, fieldPath, schemas.get(urn));
}

function requireColumn(urn: Urn, fieldPath: string, aspects: EntityAspects | undefined): void {
  const schema = aspects?.get('schemaMetadata')?.value;
  const failed = `Failed to update ${urn} & field ${fieldPath}.`;
  if (schema === undefined) throw new CatalogError('NOT_FOUND', `${failed} ${urn} has no schema.`);
  if (objects(schema['fields']).some((field) => field['fieldPath'] === fieldPath)) return;
  throw new CatalogError(
    'NOT_FOUND',
    `${failed} Field ${fieldPath} does not exist in the dataset's schema. Use its full path.`,
  );
}
