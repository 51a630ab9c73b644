import { CatalogError, invalidRequest } from '../../../errors.ts';
import { holderOf } from '../../../model/column-holder.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { creationOf, patchOf, put, putGiven, upsertOf } from '../../../model/proposal-builders.ts';
import { formatUrn } from '../../../model/urn.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { creatorOwnership } from '../../../operations/creator-ownership.ts';
import { equalTo, findEntities } from '../../../operations/find-entities.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { deleteEverywhere, requireExisting } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { ResourceRef } from '../edit-target.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireAnyGrant, requireOneOf, requireRightToDelete } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating, withRootCause } from '../wrapped-error.ts';

interface CreateInput {
  readonly id?: string | null;
  readonly name: string;
  readonly description?: string | null;
  readonly type?: string | null;
}
interface AssociationInput {
  readonly businessAttributeUrn: string;
  readonly resourceUrn: readonly ResourceRef[];
}

/** Privilege on the dataset to set the business attributes of its columns. */
const ON_COLUMNS = 'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE';
const INFO = 'businessAttributeInfo';
/** Class names of column types that differ from the GraphQL name. */
const CLASSES: Readonly<Record<string, string>> = { STRUCT: 'Record' };

/** Mutations of business attributes and of their columns. */
export const BUSINESS_ATTRIBUTE_MUTATIONS = {
  createBusinessAttribute: (_root, { input }, context) => {
    requireOneOf(['CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_BUSINESS_ATTRIBUTE'], context);
    return withRootCause(
      () => `Failed to create Business Attribute with name: ${input.name}`,
      () => create(input, context),
    );
  },
  updateBusinessAttribute: (_root, { urn, input }, context) => {
    requireOneOf(['MANAGE_BUSINESS_ATTRIBUTE'], context);
    return updating(input, async () => {
      const attribute = await existingAttribute(urn, context);
      const { name, description, type } = input;
      if (name) await requireUniqueName(name, attribute, context);
      const members = { name, fieldPath: name, description, type: type ? columnClass(type) : undefined };
      const stamp = put(['lastModified'], { ...stampNow(context) });
      await context.ingest([patchOf(attribute.urn, INFO, [...putGiven(members), stamp])]);
      return attribute;
    });
  },
  deleteBusinessAttribute: (_root, { urn }, context) =>
    updating({ urn }, async () => {
      const attribute = context.references.parseAs('businessAttribute', urn);
      await requireRightToDelete(attribute, 'MANAGE_BUSINESS_ATTRIBUTE', context);
      await deleteEverywhere(attribute, context);
      return true;
    }),
  addBusinessAttribute: (_root, { input }, context) =>
    updating(input, async () => {
      const { urn } = await existingAttribute(input.businessAttributeUrn, context);
      const columns = await permittedColumns(input, context);
      const value = { businessAttribute: { businessAttributeUrn: urn } };
      await context.ingest(columns.map((column) => upsertOf(column.urn, 'businessAttributes', value)));
      return true;
    }),
  removeBusinessAttribute: (_root, { input }, context) =>
    updating(input, async () => {
      const columns = await permittedColumns(input, context);
      await context.ingest(columns.map((column) => upsertOf(column.urn, 'businessAttributes', {})));
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

export const BUSINESS_ATTRIBUTE_QUERIES = {
  listBusinessAttributes: async (_root, { input }, context) => {
    const { query, start, count } = input;
    const { entities, ...page } = await findEntities(
      { entityTypes: ['businessAttribute'], query, start, count },
      context,
    );
    return { ...page, businessAttributes: entities };
  },
} satisfies Partial<Resolvers['Query']>;

async function create(input: CreateInput, context: GraphqlContext): Promise<EntityReference> {
  const attribute = context.references.to(
    formatUrn('businessAttribute', input.id || context.settings.newId()),
  );
  await requireUniqueName(input.name, attribute, context);
  const stamp = { ...stampNow(context) };
  const { name, description, type } = input;
  const info = {
    name,
    fieldPath: name,
    ...given({ description, type: type ? columnClass(type) : undefined }),
    created: stamp,
    lastModified: stamp,
  };
  const proposals = [creationOf(attribute.urn, INFO, info), await creatorOwnership(attribute.urn, context)];
  const taken = (): CatalogError =>
    invalidRequest(`This Business Attribute already exists! ${attribute.urn} is taken: choose another id.`);
  await createOnce(attribute.urn, proposals, taken, context);
  return attribute;
}

async function existingAttribute(urn: string, context: GraphqlContext): Promise<EntityReference> {
  const attribute = context.references.parseAs('businessAttribute', urn);
  await requireExisting(
    [attribute],
    (missing) => `This urn does not exist: ${missing}. Create the business attribute first.`,
    context,
  );
  return attribute;
}

async function permittedColumns(
  { resourceUrn }: AssociationInput,
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const columns = resourceUrn.map((resource) =>
    context.references.parseAs('schemaField', resource.resourceUrn),
  );
  for (const { urn } of columns) {
    const grants = [
      { privilege: ON_COLUMNS, urn: holderOf(urn) ?? urn },
      { privilege: 'EDIT_ENTITY', urn },
    ];
    await requireAnyGrant(grants, context);
  }
  return columns;
}

async function requireUniqueName(
  name: string,
  { urn }: EntityReference,
  context: GraphqlContext,
): Promise<void> {
  const filter = [[equalTo('name', name)]];
  const { entities } = await findEntities(
    { entityTypes: ['businessAttribute'], filter, count: 100 },
    context,
  );
  const others = entities.map((found) => found.urn).filter((found) => found !== urn);
  const aspects = await context.catalog.getEntities(others, [INFO]);
  if (others.some((found) => aspects.get(found)?.get(INFO)?.value['name'] === name)) {
    throw new CatalogError(
      'CONFLICT',
      `"${name}" already exists as Business Attribute. Please pick a unique name.`,
    );
  }
}

function columnClass(type: string): JsonObject {
  const word = CLASSES[type] ?? type.charAt(0) + type.slice(1).toLowerCase();
  return { type: { [`com.linkedin.schema.${word}Type`]: {} } };
}
