import type { EntityReference } from '../../../model/entity-reference.ts';
import { patchOf, put, putGiven, take, upsertOf } from '../../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { ownersUpdate, storedOwner } from '../../../operations/owners/stored-owners.ts';
import type { StoredOwner } from '../../../operations/owners/stored-owners.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { given } from '../../../util/given.ts';
import { objects, text } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { DESCRIPTIONS } from '../../../operations/entities/described-places.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { requireEdit } from '../mutation-steps.ts';
import type { UrnAndInput } from '../mutation-steps.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

const COLUMNS = 'editableSchemaMetadata';
const COLUMN_LIST = 'editableSchemaFieldInfo';
/** Members of a column for which the input has a field. */
const REPLACED = ['description', 'globalTags'];

/** Complete list of owners. */
export interface OwnershipUpdate {
  readonly owners: readonly {
    readonly owner: string;
    readonly type?: string | null;
    readonly ownershipTypeUrn?: string | null;
  }[];
}

interface TagsUpdate {
  readonly tags?: readonly { readonly tag: { readonly urn: string } }[] | null;
}
interface AssetUpdate {
  readonly ownership?: OwnershipUpdate | null;
  readonly globalTags?: TagsUpdate | null;
  readonly tags?: TagsUpdate | null;
  readonly editableProperties?: {
    readonly description?: string | null;
    readonly name?: string | null;
  } | null;
  readonly deprecation?: {
    readonly deprecated: boolean;
    readonly decommissionTime?: number | null;
    readonly note: string;
  } | null;
  readonly institutionalMemory?: {
    readonly elements: readonly {
      readonly url: string;
      readonly description?: string | null;
      readonly author: string;
      readonly createdAt?: number | null;
    }[];
  } | null;
  readonly editableSchemaMetadata?: {
    readonly editableSchemaFieldInfo: readonly {
      readonly fieldPath: string;
      readonly description?: string | null;
      readonly globalTags?: TagsUpdate | null;
    }[];
  } | null;
}
interface BatchItem {
  readonly urn: string;
  readonly update: AssetUpdate;
}

/** Mutations that replace several aspects of an asset at once. */
export const ASSET_UPDATE_MUTATIONS = {
  updateDataset: updateOne('dataset'),
  updateChart: updateOne('chart'),
  updateDashboard: updateOne('dashboard'),
  updateDataFlow: updateOne('dataFlow'),
  updateDataJob: updateOne('dataJob'),
  updateNotebook: updateOne('notebook'),
  updateDatasets: (_root, { input }, context) => updating(input, () => updateAll('dataset', input, context)),
} satisfies Partial<Resolvers['Mutation']>;

/** The owners of an update in the aspect's form. */
export function ownersIn(update: OwnershipUpdate, { references }: GraphqlContext): readonly StoredOwner[] {
  return update.owners.map(({ owner, type, ownershipTypeUrn }) =>
    storedOwner({
      owner: references.parse(owner),
      type,
      ...(ownershipTypeUrn && { ownershipType: references.parseAs('ownershipType', ownershipTypeUrn) }),
    }),
  );
}

function updateOne(entityType: string) {
  return (_root: unknown, { urn, input }: UrnAndInput<AssetUpdate>, context: GraphqlContext) =>
    updating(input, async () => (await updateAll(entityType, [{ urn, update: input }], context))[0]);
}

async function updateAll(
  entityType: string,
  items: readonly BatchItem[],
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const changes = items.map(({ urn, update }) => ({
    asset: context.references.parseAs(entityType, urn),
    update,
  }));
  const assets = changes.map(({ asset }) => asset);
  for (const { asset, update } of changes) {
    for (const privilege of privilegesFor(update)) await requireEdit(privilege, [asset], context);
  }
  await requireAssets(
    assets.map((entity) => ({ entity, fieldPath: undefined })),
    context,
  );
  const described = changes.flatMap(({ asset, update }) =>
    update.editableSchemaMetadata ? [asset.urn] : [],
  );
  const stored = await context.catalog.getEntities(described, [COLUMNS]);
  await context.ingest(
    changes.flatMap(({ asset, update }) => [
      ...proposals(asset, update, context),
      ...columnProposals(asset.urn, update, stored.get(asset.urn)?.get(COLUMNS)?.value, context),
    ]),
  );
  return assets;
}

/** Privileges required by the parts of an update. */
function privilegesFor(update: AssetUpdate): readonly string[] {
  return [
    ...(update.ownership ? ['EDIT_ENTITY_OWNERS'] : []),
    ...((update.tags ?? update.globalTags) ? ['EDIT_ENTITY_TAGS'] : []),
    ...(update.editableProperties ? ['EDIT_ENTITY_DOCS'] : []),
    ...(update.deprecation ? ['EDIT_DEPRECATION_PRIVILEGE'] : []),
    ...(update.institutionalMemory ? ['EDIT_ENTITY_DOC_LINKS'] : []),
    ...(update.editableSchemaMetadata ? ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_DATASET_COL_TAGS'] : []),
  ];
}

function proposals(
  { urn, entityType }: EntityReference,
  update: AssetUpdate,
  context: GraphqlContext,
): readonly MetadataChangeProposal[] {
  const { ownership, editableProperties, deprecation, institutionalMemory } = update;
  const tags = update.tags ?? update.globalTags;
  const stamp = { ...stampNow(context) };
  const changed: MetadataChangeProposal[] = [];
  if (ownership) changed.push(ownersUpdate(urn, ownersIn(ownership, context), context));
  if (tags) changed.push(upsertOf(urn, 'globalTags', tagsOf(tags, context)));
  const place = DESCRIPTIONS[entityType];
  if (editableProperties && place !== undefined) {
    const { description, name } = editableProperties;
    const operations = [...putGiven({ description, name }), put(['lastModified'], stamp)];
    changed.push(patchOf(urn, place.aspectName, operations));
  }
  if (deprecation) {
    const { deprecated, note, decommissionTime } = deprecation;
    const value = { deprecated, note, actor: stamp.actor, ...given({ decommissionTime }) };
    changed.push(upsertOf(urn, 'deprecation', value));
  }
  if (institutionalMemory) {
    const elements = institutionalMemory.elements.map(({ url, description, author, createdAt }) => ({
      url,
      description: description ?? '',
      createStamp: { time: createdAt ?? stamp.time, actor: context.references.parse(author).urn },
    }));
    changed.push(upsertOf(urn, 'institutionalMemory', { elements }));
  }
  return changed;
}

/** Replaces descriptions and tags of all columns; terms and other members, for which there is no input, stay. */
function columnProposals(
  urn: Urn,
  { editableSchemaMetadata }: AssetUpdate,
  stored: JsonObject | undefined,
  context: GraphqlContext,
): readonly MetadataChangeProposal[] {
  if (!editableSchemaMetadata) return [];
  const gone = objects(stored?.[COLUMN_LIST]).flatMap((column) =>
    REPLACED.filter((member) => column[member] !== undefined).map((member) =>
      take([COLUMN_LIST, text(column['fieldPath']) ?? '', member]),
    ),
  );
  const replaced = editableSchemaMetadata.editableSchemaFieldInfo.flatMap(
    ({ fieldPath, description, globalTags }) => [
      ...(typeof description === 'string' ? [put([COLUMN_LIST, fieldPath, 'description'], description)] : []),
      ...(globalTags ? [put([COLUMN_LIST, fieldPath, 'globalTags'], tagsOf(globalTags, context))] : []),
    ],
  );
  const stamp = put(['lastModified'], { ...stampNow(context) });
  return [patchOf(urn, COLUMNS, [...gone, ...replaced, stamp])];
}

function tagsOf({ tags }: TagsUpdate, { references }: GraphqlContext) {
  return { tags: (tags ?? []).map(({ tag }) => ({ tag: references.parseAs('tag', tag.urn).urn })) };
}
