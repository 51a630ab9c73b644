import { CatalogError, invalidRequest } from '../../errors.ts';
import type { AuditStamp, EntityAspects } from '../../model/aspect.ts';
import type { MetadataChangeProposal, PatchOperation } from '../../model/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { parseTargets, requireTargets } from './edit-target.ts';
import type { EditTarget, ResourceRef } from './edit-target.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { commit, patchOf, put, requireEdit, take } from './mutation-steps.ts';
import { object, objects, text } from './presenters/json-members.ts';
import { stampNow } from './resolvers/stamp-now.ts';

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

/**
 * Attaches labels in one commit; labels that are attached already keep their attribution. Throws INVALID_REQUEST for a
 * urn of another type, FORBIDDEN without the privilege on every resource, NOT_FOUND for a missing label or resource.
 */
export async function attachLabels(
  kind: LabelKind,
  labels: readonly string[],
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<void> {
  const urns = parseLabels(kind, labels, context);
  const targets = await permittedTargets(kind, resources, context);
  await requireLabels(urns, context);
  await change(kind, targets, context, (path, attached) =>
    // The second key is the attribution source: empty for labels added here.
    urns.filter((urn) => !attached.has(urn)).map((urn) => put([...path, urn, ''], { [kind.key]: urn })),
  );
}

/**
 * Detaches labels in one commit. Labels need not exist; unattached ones are ignored. Throws INVALID_REQUEST for a urn
 * of another type, FORBIDDEN without the privilege on every resource, NOT_FOUND for a missing resource.
 */
export async function detachLabels(
  kind: LabelKind,
  labels: readonly string[],
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<void> {
  const urns = parseLabels(kind, labels, context);
  const targets = await permittedTargets(kind, resources, context);
  await change(kind, targets, context, (path, attached) =>
    urns.filter((urn) => attached.has(urn)).map((urn) => take([...path, urn])),
  );
}

function parseLabels(
  { entityType }: LabelKind,
  labels: readonly string[],
  { references }: GraphqlContext,
): readonly Urn[] {
  return [...new Set(labels)].map((label) => {
    const reference = references.parse(label);
    if (reference.entityType === entityType) return reference.urn;
    throw invalidRequest(
      `Failed to validate label with urn ${label}. Urn type does not match entity type ${entityType}. Pass the urn of a ${entityType}.`,
    );
  });
}

async function requireLabels(urns: readonly Urn[], { catalog }: GraphqlContext): Promise<void> {
  const existing = await catalog.existing(urns);
  const missing = urns.find((urn) => !existing.has(urn));
  if (missing === undefined) return;
  throw new CatalogError(
    'NOT_FOUND',
    `Failed to validate label with urn ${missing}. Urn does not exist. Create it first.`,
  );
}

async function permittedTargets(
  { entityPrivilege, columnPrivilege }: LabelKind,
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<readonly EditTarget[]> {
  const targets = parseTargets(resources, context);
  for (const { entity, fieldPath } of targets) {
    await requireEdit(fieldPath === undefined ? entityPrivilege : columnPrivilege, [entity], context);
  }
  await requireTargets(targets, context);
  return targets;
}

/** Builds the patch operations for the list at `path`; `attached` has the urns that the list contains. */
type Change = (path: readonly string[], attached: ReadonlySet<string>) => readonly PatchOperation[];

async function change(
  kind: LabelKind,
  targets: readonly EditTarget[],
  context: GraphqlContext,
  operationsOf: Change,
): Promise<void> {
  const stamp = stampNow(context);
  const entities = await context.catalog.getEntities(
    targets.map(({ entity }) => entity.urn),
    [kind.aspectName, EDITABLE_SCHEMA],
  );
  const proposals = targets.flatMap((target) => {
    const attached = new Set(attachedTo(kind, target, entities.get(target.entity.urn)));
    return proposal(kind, target, stamp, (path) => operationsOf(path, attached)) ?? [];
  });
  await commit(proposals, context);
}

function proposal(
  { aspectName, list, isStamped }: LabelKind,
  { entity, fieldPath }: EditTarget,
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
  { fieldPath }: EditTarget,
  aspects: EntityAspects | undefined,
): readonly string[] {
  let holder: JsonObject | undefined = aspects?.get(aspectName)?.value;
  if (fieldPath !== undefined) {
    const columns = objects(aspects?.get(EDITABLE_SCHEMA)?.value['editableSchemaFieldInfo']);
    holder = object(columns.find((column) => column['fieldPath'] === fieldPath)?.[aspectName]);
  }
  return objects(holder?.[list]).flatMap((association) => text(association[key]) ?? []);
}
