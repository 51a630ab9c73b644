import { CatalogError, invalidRequest } from '../../../errors.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { patchOf, put, take } from '../../../model/proposal-builders.ts';
import { requireAssets } from '../../../operations/assets.ts';
import type { Asset } from '../../../operations/assets.ts';
import { requireFreeName } from '../../../operations/sibling-names.ts';
import { readAspect } from '../../../operations/stored.ts';
import { given } from '../../../util/given.ts';
import { text } from '../../../util/json-members.ts';
import { DESCRIPTIONS, NAMES } from '../../../operations/entities/described-places.ts';
import type { TextPlace } from '../../../operations/entities/described-places.ts';
import { parseTarget } from '../edit-target.ts';
import { requireEditOrGlossaryRight, requireGlossaryRight } from '../glossary-rights.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit, requireOneOf } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';
import { requireProductRight } from './data-products.ts';

/** Entity types that can have an embed URL. */
const EMBEDDED = ['dataset', 'dashboard', 'chart'];

/** Mutations of descriptions, names, display settings and embed URLs. */
export const DESCRIPTION_MUTATIONS = {
  updateDescription: (_root, { input }, context) =>
    updating(input, async () => {
      const target = parseTarget(input, context);
      const isColumn = target.fieldPath !== undefined;
      const privilege = isColumn ? 'EDIT_DATASET_COL_DESCRIPTION' : 'EDIT_ENTITY_DOCS';
      await requireEditOrGlossaryRight(privilege, target.entity, context);
      await requireAssets([target], context);
      return describe(target, input.description, context);
    }),
  updateName: (_root, { input }, context) =>
    updating(input, async () => {
      const entity = context.references.parse(input.urn);
      await requireNameRight(entity, context);
      await requireAssets([{ entity, fieldPath: undefined }], context);
      return rename(entity, input.name, context);
    }),
  updateDisplayProperties: (_root, { urn, input }, context) =>
    updating(input, async () => {
      const entity = context.references.parse(urn);
      await requireNameRight(entity, context);
      await requireAssets([{ entity, fieldPath: undefined }], context);
      const color = given({ colorHex: input.colorHex });
      const operations = Object.entries(color).map(([name, value]) => put([name], value));
      const icon = input.icon && { iconLibrary: 'MATERIAL', name: '', style: '', ...given(input.icon) };
      if (icon) operations.push(put(['icon'], icon));
      if (operations.length > 0) await context.ingest([patchOf(entity.urn, 'displayProperties', operations)]);
      return true;
    }),
  updateEmbed: (_root, { input }, context) =>
    updating(input, async () => {
      const entity = context.references.parse(input.urn);
      if (!EMBEDDED.includes(entity.entityType)) {
        throw invalidRequest(
          `Failed to update embed for entity with urn ${entity.urn}. Only ${EMBEDDED.join(', ')} can be embedded.`,
        );
      }
      await requireEdit('EDIT_ENTITY_EMBED', [entity], context);
      await requireAssets([{ entity, fieldPath: undefined }], context);
      const { renderUrl } = input;
      const operation = renderUrl ? put(['renderUrl'], renderUrl) : take(['renderUrl']);
      await context.ingest([patchOf(entity.urn, 'embed', [operation])]);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

async function describe(
  { entity, fieldPath }: Asset,
  description: string,
  context: GraphqlContext,
): Promise<boolean> {
  if (fieldPath !== undefined) {
    const path = ['editableSchemaFieldInfo', fieldPath, 'description'];
    await context.ingest([patchOf(entity.urn, 'editableSchemaMetadata', [put(path, description)])]);
    return true;
  }
  const place = DESCRIPTIONS[entity.entityType];
  if (place === undefined) throw unsupported('description', entity);
  await requirePlace(place, entity, context);
  await context.ingest([patchOf(entity.urn, place.aspectName, [put([place.member], description)])]);
  return true;
}

async function rename(entity: EntityReference, name: string, context: GraphqlContext): Promise<boolean> {
  const place = NAMES[entity.entityType];
  if (place === undefined) throw unsupported('name', entity);
  const stored = await requirePlace(place, entity, context);
  const parent = text(stored?.['parentDomain']) ?? text(stored?.['parentNode']);
  await requireFreeName(entity, name, parent, context);
  const operations = [put([place.member], name)];
  // The name of a business attribute is also its field path.
  if (entity.entityType === 'businessAttribute') operations.push(put(['fieldPath'], name));
  await context.ingest([patchOf(entity.urn, place.aspectName, operations)]);
  return true;
}

/** The aspect that holds the text. Throws NOT_FOUND if it does not exist and cannot be created from the text alone. */
async function requirePlace(
  { aspectName, canBeNew }: TextPlace,
  { urn }: EntityReference,
  context: GraphqlContext,
) {
  const stored = await readAspect(urn, aspectName, context);
  if (stored !== undefined || canBeNew) return stored;
  throw new CatalogError(
    'NOT_FOUND',
    `Properties for this entity do not yet exist! ${urn} has no ${aspectName}. Create it first.`,
  );
}

/** Platform privileges to rename entities, by entity type. */
const MANAGERS: Readonly<Record<string, string>> = {
  domain: 'MANAGE_DOMAINS',
  corpGroup: 'MANAGE_USERS_AND_GROUPS',
  businessAttribute: 'MANAGE_BUSINESS_ATTRIBUTE',
  tag: 'MANAGE_TAGS',
};

/** Throws FORBIDDEN unless the caller may rename the entity: that requires the privilege to manage its type. */
async function requireNameRight(entity: EntityReference, context: GraphqlContext): Promise<void> {
  const { entityType } = entity;
  const manager = MANAGERS[entityType];
  if (manager !== undefined) requireOneOf([manager], context);
  else if (entityType === 'glossaryNode' || entityType === 'glossaryTerm') {
    await requireGlossaryRight(entity, context);
  } else if (entityType === 'dataProduct') await requireProductRight(entity, context);
  else await requireEdit('EDIT_ENTITY', [entity], context);
}

function unsupported(what: string, { urn, entityType }: EntityReference): CatalogError {
  return invalidRequest(
    `Failed to update ${what}. Unsupported resource type ${entityType} provided: ${urn}. This type has no editable ${what}.`,
  );
}
