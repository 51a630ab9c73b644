import * as v from 'valibot';
import type { EntityReference } from '../../model/entity-reference.ts';
import { patchOf, put, putGiven, take, upsertOf } from '../../model/proposal-builders.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { given } from '../../util/given.ts';
import { objects, text } from '../../util/json/json-members.ts';
import type { JsonObject } from '../../util/json.ts';
import { requireEntities } from '../assets.ts';
import type { InputTypes } from '../input-types.ts';
import { defineOperation } from '../operation.ts';
import { ownershipInput, ownersUpdate } from '../owners/stored-owners.ts';
import { stampNow } from '../stamp-now.ts';
import type { Work } from '../work.ts';
import { DESCRIPTIONS } from './described-places.ts';
import { objectOf } from '../shapes.ts';

const COLUMNS = 'editableSchemaMetadata';
const COLUMN_LIST = 'editableSchemaFieldInfo';
/** Members of a column that an update replaces. */
const REPLACED = ['description', 'globalTags'];

/** Parts of an update, and the privileges on the asset that they need. */
const PRIVILEGES = [
  ['ownership', 'EDIT_ENTITY_OWNERS'],
  ['tags', 'EDIT_ENTITY_TAGS'],
  ['properties', 'EDIT_ENTITY_DOCS'],
  ['deprecation', 'EDIT_DEPRECATION_PRIVILEGE'],
  ['links', 'EDIT_ENTITY_DOC_LINKS'],
  ['columns', 'EDIT_DATASET_COL_DESCRIPTION'],
  ['columns', 'EDIT_DATASET_COL_TAGS'],
] as const;

/** New values of an asset; absent parts stay unchanged. */
type AssetUpdate = v.InferOutput<ReturnType<typeof assetUpdate>>;

/** Replaces owners, tags and other parts of assets in one commit. Throws NOT_FOUND for a missing asset. */
export const updateAssets = defineOperation({
  name: 'updateAssets',
  effect: 'write',
  summary: 'Replaces owners, tags and other parts of assets in one commit.',
  input: (types) => objectOf({ updates: v.array(assetUpdate(types)) }),
  needs: {
    anyOf: PRIVILEGES.map(([, privilege]) => privilege),
    clauses: ({ updates }) =>
      updates.flatMap((update) =>
        PRIVILEGES.filter(([part]) => update[part] !== undefined).map(([, privilege]) => [
          { privilege, urn: update.asset.urn },
        ]),
      ),
  },
  run: async ({ updates }, work) => {
    const assets = updates.map(({ asset }) => asset);
    await requireEntities(assets, work);
    const described = updates.flatMap(({ asset, columns }) => (columns === undefined ? [] : [asset.urn]));
    const stored = await work.query.getEntities(described, [COLUMNS], work.scope);
    await work.ingest(
      updates.flatMap((update) => [
        ...proposals(update, work),
        ...columnProposals(update, stored.get(update.asset.urn)?.get(COLUMNS)?.value, work),
      ]),
    );
    return assets;
  },
});

function assetUpdate(types: InputTypes) {
  const tags = v.array(types.entityOf('tag'));
  return objectOf({
    asset: types.entity(),
    ownership: v.optional(ownershipInput(types)),
    tags: v.optional(tags),
    properties: v.optional(objectOf({ description: v.nullish(v.string()), name: v.nullish(v.string()) })),
    deprecation: v.optional(
      objectOf({ deprecated: v.boolean(), decommissionTime: v.nullish(v.number()), note: v.string() }),
    ),
    links: v.optional(
      v.array(
        objectOf({
          url: v.string(),
          description: v.nullish(v.string()),
          author: types.entity(),
          createdAt: v.nullish(v.number()),
        }),
      ),
    ),
    /** Descriptions and tags of all columns. */
    columns: v.optional(
      v.array(
        objectOf({ fieldPath: v.string(), description: v.nullish(v.string()), tags: v.optional(tags) }),
      ),
    ),
  });
}

function proposals(
  { asset: { urn, entityType }, ownership, tags, properties, deprecation, links }: AssetUpdate,
  work: Work,
): readonly MetadataChangeProposal[] {
  const stamp = { ...stampNow(work) };
  const changed: MetadataChangeProposal[] = [];
  if (ownership) changed.push(ownersUpdate(urn, ownership, work));
  if (tags) changed.push(upsertOf(urn, 'globalTags', tagList(tags)));
  const place = DESCRIPTIONS[entityType];
  if (properties && place !== undefined) {
    const operations = [...putGiven(properties), put(['lastModified'], stamp)];
    changed.push(patchOf(urn, place.aspectName, operations));
  }
  if (deprecation) {
    const { deprecated, note, decommissionTime } = deprecation;
    const value = { deprecated, note, actor: stamp.actor, ...given({ decommissionTime }) };
    changed.push(upsertOf(urn, 'deprecation', value));
  }
  if (links) {
    const elements = links.map(({ url, description, author, createdAt }) => ({
      url,
      description: description ?? '',
      createStamp: { time: createdAt ?? stamp.time, actor: author.urn },
    }));
    changed.push(upsertOf(urn, 'institutionalMemory', { elements }));
  }
  return changed;
}

/** Replaces descriptions and tags of all columns; terms and other members are kept. */
function columnProposals(
  { asset: { urn }, columns }: AssetUpdate,
  stored: JsonObject | undefined,
  work: Work,
): readonly MetadataChangeProposal[] {
  if (columns === undefined) return [];
  const gone = objects(stored?.[COLUMN_LIST]).flatMap((column) =>
    REPLACED.filter((member) => column[member] !== undefined).map((member) =>
      take([COLUMN_LIST, text(column['fieldPath']) ?? '', member]),
    ),
  );
  const replaced = columns.flatMap(({ fieldPath, description, tags }) => [
    ...(typeof description === 'string' ? [put([COLUMN_LIST, fieldPath, 'description'], description)] : []),
    ...(tags ? [put([COLUMN_LIST, fieldPath, 'globalTags'], tagList(tags))] : []),
  ]);
  const stamp = put(['lastModified'], { ...stampNow(work) });
  return [patchOf(urn, COLUMNS, [...gone, ...replaced, stamp])];
}

function tagList(tags: readonly EntityReference[]) {
  return { tags: tags.map(({ urn }) => ({ tag: urn })) };
}
