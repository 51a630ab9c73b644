import { CatalogError, invalidRequest } from '../../errors.ts';
import type { AuditStamp } from '../../model/aspect.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { parseUrn } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { parseTargets, requireTargets } from './edit-target.ts';
import type { ResourceRef } from './edit-target.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { commit, patchOf, put, requireEdit, take } from './mutation-steps.ts';
import { object, objects, text } from './presenters/json-members.ts';
import { stampNow } from './resolvers/stamp-now.ts';

/** An owner in GraphQL's form. */
export interface OwnerInput {
  readonly ownerUrn: string;
  readonly ownerEntityType: 'CORP_USER' | 'CORP_GROUP';
  readonly type?: string | null;
  readonly ownershipTypeUrn?: string | null;
}

/** An element of `owners` in the `ownership` aspect. */
interface StoredOwner {
  readonly owner: Urn;
  readonly type: string;
  readonly typeUrn: Urn;
}

/** Prefix of the urns of built-in ownership types. */
const SYSTEM_TYPE = 'urn:li:ownershipType:__system__';
/** Older type names that have a built-in ownership type. */
const SYSTEM_TYPES = ['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD', 'NONE'];
const ASPECT = 'ownership';
const PRIVILEGE = 'EDIT_ENTITY_OWNERS';

/**
 * Adds owners to entities in one commit; existing owners of the same ownership type stay unchanged. Throws FORBIDDEN
 * without EDIT_ENTITY_OWNERS on every entity, NOT_FOUND for a missing entity, owner or ownership type, INVALID_REQUEST
 * when an owner's urn is not of its `ownerEntityType`.
 */
export async function addOwners(
  inputs: readonly OwnerInput[],
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<void> {
  const entities = await permittedEntities(resources, context);
  const owners = inputs.map((input) => parseOwner(input, context));
  await requireOwners(owners, context);
  await change(entities, context, (stored) => {
    const known = new Set(stored.map(ownerKey));
    return owners
      .filter((owner) => !known.has(ownerKey(owner)))
      .map((owner) => put(ownerPath(owner), { ...owner }));
  });
}

/**
 * Removes owners from entities in one commit: of one ownership type if given, otherwise of any. Ignores urns that are
 * not owners. Throws FORBIDDEN without EDIT_ENTITY_OWNERS on every entity, NOT_FOUND for a missing entity.
 */
export async function removeOwners(
  ownerUrns: readonly string[],
  ownershipTypeUrn: string | null | undefined,
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<void> {
  const entities = await permittedEntities(resources, context);
  const owners = new Set<string>(ownerUrns.map((urn) => context.references.parse(urn).urn));
  const typeUrn = ownershipTypeUrn && context.references.parseAs('ownershipType', ownershipTypeUrn).urn;
  await change(entities, context, (stored) =>
    stored
      .filter((entry) => owners.has(text(entry['owner']) ?? ''))
      .filter((entry) => !typeUrn || typeOf(entry) === typeUrn)
      .map((entry) => take(ownerPath(entry))),
  );
}

/** Converts an owner to the aspect's form; throws INVALID_REQUEST when its urn is not of `ownerEntityType`. */
export function parseOwner(input: OwnerInput, { references }: GraphqlContext): StoredOwner {
  const { urn, entityType } = references.parse(input.ownerUrn);
  const isUser = input.ownerEntityType === 'CORP_USER';
  if (entityType !== (isUser ? 'corpuser' : 'corpGroup')) {
    throw invalidRequest(
      `Failed to change ownership for resource(s). Expected a corp ${isUser ? 'user' : 'group'} urn, found ${urn}. Set 'ownerEntityType' to the type of the urn.`,
    );
  }
  if (!input.ownershipTypeUrn) {
    const type = input.type ?? 'NONE';
    return { owner: urn, type, typeUrn: parseUrn(SYSTEM_TYPE + type.toLowerCase()) };
  }
  const typeUrn = references.parseAs('ownershipType', input.ownershipTypeUrn).urn;
  const system = typeUrn.startsWith(SYSTEM_TYPE) ? typeUrn.slice(SYSTEM_TYPE.length).toUpperCase() : '';
  return { owner: urn, type: SYSTEM_TYPES.includes(system) ? system : 'CUSTOM', typeUrn };
}

async function permittedEntities(
  resources: readonly (ResourceRef | null)[],
  context: GraphqlContext,
): Promise<readonly EntityReference[]> {
  const targets = parseTargets(resources, context);
  const entities = targets.map(({ entity }) => entity);
  await requireEdit(PRIVILEGE, entities, context);
  await requireTargets(targets, context);
  return entities;
}

async function requireOwners(owners: readonly StoredOwner[], { catalog }: GraphqlContext): Promise<void> {
  const existing = await catalog.existing(owners.flatMap(({ owner, typeUrn }) => [owner, typeUrn]));
  for (const { owner, typeUrn, type } of owners) {
    if (!existing.has(owner)) {
      throw new CatalogError(
        'NOT_FOUND',
        `Failed to change ownership for resource(s). Owner with urn ${owner} does not exist.`,
      );
    }
    // The oldest type names never had an entity.
    if (!existing.has(typeUrn) && (type === 'CUSTOM' || SYSTEM_TYPES.includes(type))) {
      throw new CatalogError(
        'NOT_FOUND',
        `Custom Ownership type with urn ${typeUrn} does not exist. Create it first, or name another.`,
      );
    }
  }
}

async function change(
  entities: readonly EntityReference[],
  context: GraphqlContext,
  operationsOf: (stored: readonly JsonObject[]) => ReturnType<typeof put>[],
): Promise<void> {
  const stamp = stampNow(context);
  const urns = entities.map(({ urn }) => urn);
  const aspects = await context.catalog.getEntities(urns, [ASPECT]);
  const proposals = urns.flatMap((urn) => {
    const operations = operationsOf(objects(aspects.get(urn)?.get(ASPECT)?.value['owners']));
    return operations.length === 0 ? [] : [stamped(urn, operations, stamp)];
  });
  await commit(proposals, context);
}

function stamped(
  urn: Urn,
  operations: readonly ReturnType<typeof put>[],
  stamp: AuditStamp,
): MetadataChangeProposal {
  return patchOf(urn, ASPECT, [...operations, put(['lastModified'], { ...stamp })]);
}

/** Urn of the ownership type of an owner, also of one stored with the older type name only. */
function typeOf(owner: JsonObject | StoredOwner): string {
  return text(owner['typeUrn']) ?? SYSTEM_TYPE + (text(owner['type']) ?? 'NONE').toLowerCase();
}

function ownerKey(owner: JsonObject | StoredOwner): string {
  return `${text(owner['owner']) ?? ''} ${typeOf(owner)}`;
}

/** Path of an owner by the aspect's array keys: owner, both types, attribution source. */
function ownerPath(owner: JsonObject | StoredOwner): readonly string[] {
  const source = 'attribution' in owner ? text(object(owner['attribution'])?.['source']) : undefined;
  return [
    'owners',
    text(owner['owner']) ?? '',
    text(owner['type']) ?? '',
    text(owner['typeUrn']) ?? '',
    source ?? '',
  ];
}
