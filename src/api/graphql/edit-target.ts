import { CatalogError, invalidRequest } from '../../errors.ts';
import type { EntityAspects } from '../../model/aspect.ts';
import type { Urn } from '../../model/urn.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { requireExisting } from './mutation-steps.ts';
import { objects } from './presenters/json-members.ts';

/** What a mutation is to change, as GraphQL has it: an entity, or a column of a dataset. */
export interface ResourceRef {
  readonly resourceUrn: string;
  readonly subResourceType?: string | null;
  readonly subResource?: string | null;
}

/** The same, checked. */
export interface EditTarget {
  readonly entity: EntityReference;
  /** Path of the column; undefined for the entity itself. */
  readonly fieldPath: string | undefined;
}

/** The targets that the references name; INVALID_REQUEST when a column is named by half. */
export function parseTargets(
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): readonly EditTarget[] {
  return resources.flatMap((resource) => (resource === null ? [] : [parseTarget(resource, context)]));
}

/** The same for one. */
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

/** Throws NOT_FOUND unless every entity exists, and every column is in the schema of its dataset. */
export async function requireTargets(targets: readonly EditTarget[], context: GraphqlContext): Promise<void> {
  // A column needs no entity of its own before it has something to say.
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
