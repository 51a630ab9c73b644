import { invalidRequest } from '../../../errors.ts';
import type { CatalogError } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { formatUrn } from '../../../model/urn.ts';
import type { Urn } from '../../../model/urn.ts';
import { createOnce } from '../../../operations/create-once.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { creation, softDeleted, update } from '../property-changes.ts';
import type { CreateInput, UpdateInput } from '../property-input.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

const PRIVILEGE = 'MANAGE_STRUCTURED_PROPERTIES';

/** Mutations of structured property definitions. */
export const PROPERTY_DEFINITION_MUTATIONS = {
  createStructuredProperty: async (_root, { input }, context) => {
    context.catalog.requirePrivilege(
      PRIVILEGE,
      'Unable to create structured property. Please contact your admin.',
    );
    return updating(input, () => create(input, context));
  },
  updateStructuredProperty: async (_root, { input }, context) => {
    context.catalog.requirePrivilege(
      PRIVILEGE,
      'Unable to update structured property. Please contact your admin.',
    );
    return updating(input, () => change(input, context));
  },
  deleteStructuredProperty: async (_root, { input }, context) => {
    context.catalog.requirePrivilege(
      PRIVILEGE,
      'Unable to delete structured property. Please contact your admin.',
    );
    return updating(input, async () => {
      const { urn } = context.references.parseAs(STRUCTURED_PROPERTY.entityType, input.urn);
      const { sequence } = await context.catalog.deleteEntity(urn);
      context.wrote(sequence);
      return true;
    });
  },
} satisfies Partial<Resolvers['Mutation']>;

async function create(input: CreateInput, context: GraphqlContext): Promise<EntityReference> {
  const { id, qualifiedName } = input;
  if (id && qualifiedName && id !== qualifiedName) {
    throw invalidRequest(
      `Qualified name and the ID of a structured property must match, but they are '${qualifiedName}' and '${id}'. Give one of them.`,
    );
  }
  const name = qualifiedName || id || context.settings.newId();
  const urn = formatUrn(STRUCTURED_PROPERTY.entityType, name);
  await createOnce(urn, creation(urn, name, input, stampNow(context)), () => alreadyExists(urn), context);
  return context.references.to(urn);
}

function alreadyExists(urn: Urn): CatalogError {
  const remedy = 'Update it, or choose another name. A soft-deleted property can be restored.';
  return invalidRequest(`A structured property already exists with this urn: ${urn}. ${remedy}`);
}

async function change(input: UpdateInput, context: GraphqlContext): Promise<EntityReference> {
  const { catalog, references } = context;
  const reference = references.parseAs(STRUCTURED_PROPERTY.entityType, input.urn);
  const { urn } = reference;
  const { definitionAspect, settingsAspect } = STRUCTURED_PROPERTY;
  const aspects = (await catalog.getEntities([urn], [definitionAspect, settingsAspect, 'status'])).get(urn);
  const definition = aspects?.get(definitionAspect)?.value;
  if (definition === undefined) {
    throw invalidRequest(
      `Attempting to update a structured property with no definition aspect: ${urn}. Create it first.`,
    );
  }
  if (aspects?.get('status')?.value['removed'] === true) throw softDeleted(urn);
  const stored = { definition, settings: aspects?.get(settingsAspect)?.value };
  const proposals = update(urn, input, stored, stampNow(context));
  if (proposals.length > 0) {
    const { sequence } = await catalog.ingest(proposals);
    context.wrote(sequence);
  }
  return reference;
}
