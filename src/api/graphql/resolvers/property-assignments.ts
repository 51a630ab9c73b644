import { CatalogError } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { escaped } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../../model/proposal.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { Urn } from '../../../model/urn.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { structuredProperties } from '../presenters/structured-properties.ts';
import { valueOf } from '../property-input.ts';
import type { UpsertInput } from '../property-input.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

const ASPECT = STRUCTURED_PROPERTY.assignmentAspect;
const PRIVILEGE = 'EDIT_ENTITY_PROPERTIES';
/** Array key of patch paths: identifies an assignment by property alone, whatever its attribution. */
const BY_PROPERTY = { properties: ['propertyUrn'] };

/** Mutations of structured property values on entities. */
export const PROPERTY_ASSIGNMENT_MUTATIONS = {
  upsertStructuredProperties: (_root, { input }, context) =>
    updating(input, async () => {
      const asset = context.references.parse(input.assetUrn);
      // DataHub's spelling ('gives'); clients match it.
      const denial = `Not authorized to update properties on the gives urn ${asset.urn}`;
      await context.catalog.requireEntityPrivilege(PRIVILEGE, asset.urn, denial);
      // A schemaField entity exists only once it has metadata.
      if (asset.entityType !== 'schemaField') await requireExisting(asset, context);
      return write(upsert(asset, input, context), context);
    }),
  removeStructuredProperties: (_root, { input }, context) =>
    updating(input, async () => {
      const asset = context.references.parse(input.assetUrn);
      const denial = `Not authorized to update properties on the given urn ${asset.urn}`;
      await context.catalog.requireEntityPrivilege(PRIVILEGE, asset.urn, denial);
      await requireExisting(asset, context);
      const properties = input.structuredPropertyUrns.map((urn) => propertyUrn(urn, context));
      const stored = (await context.catalog.getEntities([asset.urn], [ASPECT])).get(asset.urn)?.get(ASPECT);
      // Removing nothing must not write.
      if (stored === undefined || properties.length === 0) return shown(asset.urn, stored?.value, context);
      return write(removal(asset, properties), context);
    }),
} satisfies Partial<Resolvers['Mutation']>;

async function requireExisting({ urn }: EntityReference, { catalog }: GraphqlContext): Promise<void> {
  if ((await catalog.existing([urn])).has(urn)) return;
  throw new CatalogError(
    'NOT_FOUND',
    `Asset with provided urn ${urn} does not exist. Check the urn, or ingest the asset first.`,
  );
}

function upsert(asset: EntityReference, input: UpsertInput, context: GraphqlContext): MetadataChangeProposal {
  const stampAssignments = stampNow(context);
  const properties = input.structuredPropertyInputParams.map((params, i) => ({
    propertyUrn: propertyUrn(params.structuredPropertyUrn, context),
    values: params.values.map((value, j) => ({
      ...valueOf(value, `structuredPropertyInputParams[${i}].values[${j}]`),
    })),
  }));
  const key = { urn: asset.urn, aspectName: ASPECT, stampAssignments };
  if (context.settings.upsertStructuredProperties === 'replace') {
    return { ...key, changeType: 'UPSERT', value: { properties } };
  }
  const operations = properties.map((assignment): PatchOperation => {
    return { op: 'add', path: pathOf(assignment.propertyUrn), value: assignment };
  });
  return { ...key, changeType: 'PATCH', patch: { operations, arrayPrimaryKeys: BY_PROPERTY } };
}

function removal(asset: EntityReference, properties: readonly Urn[]): MetadataChangeProposal {
  const operations = properties.map((urn): PatchOperation => ({ op: 'remove', path: pathOf(urn) }));
  const patch = { operations, arrayPrimaryKeys: BY_PROPERTY };
  return { urn: asset.urn, aspectName: ASPECT, changeType: 'PATCH', patch };
}

async function write(proposal: MetadataChangeProposal, context: GraphqlContext): Promise<object> {
  const { sequence, results } = await context.catalog.ingest([proposal]);
  context.wrote(sequence);
  const written: Aspect | undefined = results[0]?.aspect;
  return shown(proposal.urn, written?.value, context);
}

function shown(urn: Urn, value: JsonObject | undefined, { references }: GraphqlContext): object {
  return structuredProperties(value ?? { properties: [] }, urn, references);
}

function propertyUrn(text: string, { references }: GraphqlContext): Urn {
  return references.parseAs(STRUCTURED_PROPERTY.entityType, text).urn;
}

function pathOf(urn: Urn): string {
  return `/properties/${escaped(urn)}`;
}
