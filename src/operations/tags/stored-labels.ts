import { columnAt } from '../../model/aspects/column-at.ts';
import * as v from 'valibot';
import { CatalogError, invalidRequest } from '../../errors.ts';
import type { AuditStamp, EntityAspects } from '../../model/aspect.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import { patchOf, put, take } from '../../model/proposal-builders.ts';
import { missingEntity } from '../../model/missing-entity.ts';
import { because } from '../../refusals.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import { object, objects, text } from '../../util/json/json-members.ts';
import { requireAssets, type Asset, type AssetText } from '../assets.ts';
import { list } from '../input-types.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import type { Work } from '../work.ts';
import { readAs, objectOf } from '../shapes.ts';

const EDITABLE_SCHEMA = 'editableSchemaMetadata';

/** A kind of label that can be attached to entities and columns. */
export interface LabelKind {
  readonly entityType: string;
  /** The aspect that lists an entity's labels, and the member of `editableSchemaFieldInfo` that lists a column's. */
  readonly aspectName: string;
  readonly list: string;
  /** Member of a list element that holds the label's urn. */
  readonly key: string;
  /** Whether the aspect has an `auditStamp`. */
  readonly isStamped: boolean;
  readonly entityPrivilege: string;
  readonly columnPrivilege: string;
}

export const TAGS: LabelKind = {
  entityType: 'tag',
  aspectName: 'globalTags',
  list: 'tags',
  key: 'tag',
  isStamped: false,
  entityPrivilege: 'EDIT_ENTITY_TAGS',
  columnPrivilege: 'EDIT_DATASET_COL_TAGS',
};

/** Glossary terms. */
export const TERMS: LabelKind = {
  entityType: 'glossaryTerm',
  aspectName: 'glossaryTerms',
  list: 'terms',
  key: 'urn',
  isStamped: true,
  entityPrivilege: 'EDIT_ENTITY_GLOSSARY_TERMS',
  columnPrivilege: 'EDIT_DATASET_COL_GLOSSARY_TERMS',
};

/** Maximum labels times assets of one operation. */
const MAX_LABELLED = 100_000;

/** Labels to attach to assets or to detach from them. */
export interface LabelChange {
  readonly labels: readonly Urn[];
  readonly assets: readonly Asset[];
}

/** The labels as clients name them. */
export interface LabelTexts {
  readonly labels: readonly string[];
  readonly assets: readonly AssetText[];
}

/**
 * Defines an operation that attaches or detaches labels of the kind. Needs a privilege on each entity, or on the
 * dataset of each column.
 */
export function defineLabelling(
  name: string,
  summary: string,
  kind: LabelKind,
  apply: typeof attachLabels,
): Operation<LabelTexts, LabelChange, void> {
  return defineOperation({
    name,
    summary,
    effect: 'write',
    input: (types) => {
      const label = v.pipe(
        types.entity(),
        readAs((reference) => labelOf(kind.entityType, reference)),
      );
      return objectOf({ labels: list(label), assets: list(types.asset()) });
    },
    needs: [
      { on: ({ assets }) => entitiesIn(assets), anyOf: [kind.entityPrivilege] },
      { on: ({ assets }) => datasetsOfColumnsIn(assets), anyOf: [kind.columnPrivilege] },
    ],
    run: (change, work) => apply(kind, change, work),
  });
}

function labelOf(entityType: string, { urn, entityType: found }: EntityReference): Urn {
  if (found === entityType) return urn;
  throw invalidRequest(
    `Failed to validate label with urn ${urn}. Urn type does not match entity type ${entityType}. Pass the urn of a ${entityType}.`,
    undefined,
    because('ENTITY_TYPE_WRONG', { entityType: found, entityTypes: [entityType] }),
  );
}

function entitiesIn(assets: readonly Asset[]): readonly EntityReference[] {
  return assets.filter(({ fieldPath }) => fieldPath === undefined).map(({ entity }) => entity);
}

function datasetsOfColumnsIn(assets: readonly Asset[]): readonly EntityReference[] {
  return assets.filter(({ fieldPath }) => fieldPath !== undefined).map(({ entity }) => entity);
}

/**
 * Attaches labels in one commit; already attached labels keep their attribution. Throws NOT_FOUND for a missing
 * label or asset.
 */
export async function attachLabels(
  kind: LabelKind,
  { labels, assets }: LabelChange,
  work: Work,
): Promise<void> {
  checkSize({ labels, assets });
  await requireAssets(assets, work);
  await requireLabels(labels, work);
  await change(kind, assets, work, (path, attached) =>
    // The second key is the attribution source: empty for labels added here.
    distinct(labels)
      .filter((urn) => !attached.has(urn))
      .map((urn) => put([...path, urn, ''], { [kind.key]: urn })),
  );
}

/**
 * Detaches labels in one commit. Labels need not exist; unattached ones are ignored. Throws NOT_FOUND for a missing
 * asset.
 */
export async function detachLabels(
  kind: LabelKind,
  { labels, assets }: LabelChange,
  work: Work,
): Promise<void> {
  checkSize({ labels, assets });
  await requireAssets(assets, work);
  await change(kind, assets, work, (path, attached) =>
    distinct(labels)
      .filter((urn) => attached.has(urn))
      .map((urn) => take([...path, urn])),
  );
}

function checkSize({ labels, assets }: LabelChange): void {
  const size = distinct(labels).length * assets.length;
  checkBatchSize('The list of labels of all resources', size, MAX_LABELLED);
}

function distinct(labels: readonly Urn[]): readonly Urn[] {
  return [...new Set(labels)];
}

async function requireLabels(urns: readonly Urn[], { query, scope }: Work): Promise<void> {
  const existing = await query.existing(urns, scope);
  const missing = urns.find((urn) => !existing.has(urn));
  if (missing === undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `Failed to validate label with urn ${missing}. Urn does not exist. Create it first.`,
    missingEntity(missing),
  );
}

/** Builds the patch operations for the list at `path`; `attached` has the urns that the list contains. */
type Change = (path: readonly string[], attached: ReadonlySet<string>) => readonly PatchOperation[];

async function change(
  kind: LabelKind,
  assets: readonly Asset[],
  work: Work,
  operationsOf: Change,
): Promise<void> {
  const stamp = stampNow(work);
  const entities = await work.query.getEntities(
    assets.map(({ entity }) => entity.urn),
    [kind.aspectName, EDITABLE_SCHEMA],
    work.scope,
  );
  const proposals = assets.flatMap((asset) => {
    const attached = new Set(attachedTo(kind, asset, entities.get(asset.entity.urn)));
    return proposal(kind, asset, stamp, (path) => operationsOf(path, attached)) ?? [];
  });
  await work.ingest(proposals);
}

function proposal(
  { aspectName, list, isStamped }: LabelKind,
  { entity, fieldPath }: Asset,
  stamp: AuditStamp,
  operationsOf: (path: readonly string[]) => readonly PatchOperation[],
): MetadataChangeProposal | undefined {
  const holder = fieldPath === undefined ? [] : ['editableSchemaFieldInfo', fieldPath, aspectName];
  const operations = operationsOf([...holder, list]);
  if (operations.length === 0) return undefined;
  const stamped = isStamped ? [put([...holder, 'auditStamp'], { ...stamp })] : [];
  return patchOf(entity.urn, fieldPath === undefined ? aspectName : EDITABLE_SCHEMA, [
    ...operations,
    ...stamped,
  ]);
}

function attachedTo(
  { aspectName, list, key }: LabelKind,
  { fieldPath }: Asset,
  aspects: EntityAspects | undefined,
): readonly string[] {
  let holder: JsonObject | undefined = aspects?.get(aspectName)?.value;
  if (fieldPath !== undefined) {
    const columns = aspects?.get(EDITABLE_SCHEMA)?.value['editableSchemaFieldInfo'];
    holder = object(columnAt(columns, fieldPath)?.[aspectName]);
  }
  return objects(holder?.[list]).flatMap((association) => text(association[key]) ?? []);
}
