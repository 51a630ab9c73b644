import { CatalogError } from '../../errors.ts';
import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import { isEntityItself } from '../../model/aspects/key-aspect.ts';
import type { TagRights } from '../../model/access/tag-rights.ts';
import type { OtherWrite } from '../../change/affected-rights.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { EVERYTHING } from '../../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';
import type { Actor } from '../actor.ts';
import type { Authorizer, Resource } from '../authorizer.ts';
import { domainsNamed, MEMBERSHIP_ASPECTS, groupsNamed } from './named-by-writes.ts';
import { restrictionDenial } from '../policies/restricted-rights.ts';
import { withoutGranted } from './granted-writes.ts';
import { requirePlatform } from '../rights.ts';
import type { ProposedWrite, Write, WriteCheckParts } from './write.ts';
import { OWN_ASPECTS, RIGHTS_OF_MEMBERS, needOf, type WriteNeed } from './write-rights.ts';
import { assignmentRightsFor, tagRightsFor } from './rights-on-items.ts';

/** Result of a check, to be verified again within the transaction of the write. */
export interface CheckedWrites {
  /** The actor's rights on property values; undefined: no restriction. */
  readonly rights: AssignmentRights | undefined;
  /** The actor's rights on tags; undefined: no restriction. */
  readonly tagRights: TagRights | undefined;
  /** The entities of the batch that existed at the check. */
  readonly existed: ReadonlySet<Urn>;
}

/**
 * Throws FORBIDDEN unless the actor may make every change of the batch. The right to create an entity covers all
 * aspects that the batch writes to it, and must hold in every domain that the batch assigns to it. `existing`: the
 * existing entities of the batch, looked up if absent. Denials treat entities hidden from the actor as not existing.
 */
export async function checkWrites(
  proposals: readonly ProposedWrite[],
  parts: WriteCheckParts,
  existing?: ReadonlySet<Urn>,
): Promise<CheckedWrites> {
  const { actor, authorizer, query, registry } = parts;
  const existed = existing ?? (await existingOf(proposals, parts));
  const writes = writesOf(proposals, existed, registry);
  const left = await withoutGranted(writes, parts);
  const refused = await firstRefused(left, parts);
  if (refused !== undefined) {
    const seen = await query.existing([...existed], authorizer.scopeOf(actor));
    // The denial must not distinguish a hidden entity from one that does not exist.
    const asSeen = left.map((write) => (seen.has(write.urn) ? write : ofMissing(write)));
    throw refusal((await firstRefused(asSeen, parts)) ?? asSeen[left.indexOf(refused)] ?? refused, actor);
  }
  const group = proposals.flatMap(groupsNamed).find((name) => authorizer.givesRights(name));
  if (group !== undefined) requireRightsOfMembers(group, parts);
  return {
    rights: await assignmentRightsFor(writes, parts),
    tagRights: await tagRightsFor(writes, parts),
    existed,
  };
}

/** Whether the actor has the rights for each write on its own, apart from rights on properties and tags, which may be limited. */
export async function judgeEach(
  proposals: readonly ProposedWrite[],
  parts: WriteCheckParts,
): Promise<{ readonly may: readonly boolean[]; readonly isLimited: boolean }> {
  const writes = writesOf(proposals, await existingOf(proposals, parts), parts.registry);
  const refused = new Set<Write>();
  for (const group of groupedByNeed(await withoutGranted(writes, parts), parts.actor)) {
    const urns = new Set(await refusedIn(group, parts));
    for (const write of group) if (urns.has(write.urn)) refused.add(write);
  }
  const rights = await assignmentRightsFor(writes, parts);
  const tagRights = await tagRightsFor(writes, parts);
  return {
    may: writes.map((write) => !refused.has(write)),
    isLimited: rights !== undefined || tagRights !== undefined,
  };
}

/** The entities of the proposals that exist, hidden or not. */
async function existingOf(
  proposals: readonly ProposedWrite[],
  { query, seen }: WriteCheckParts,
): Promise<ReadonlySet<Urn>> {
  const urns = new Set(proposals.map(({ urn }) => urn));
  const known = urns.intersection(seen);
  if (known.size === urns.size) return known;
  return known.union(await query.existing([...urns.difference(known)], EVERYTHING));
}

/** The operations of the proposals, given the entities that exist. */
function writesOf(
  proposals: readonly ProposedWrite[],
  existing: ReadonlySet<Urn>,
  registry: EntityRegistry,
): readonly Write[] {
  const domains = domainsNamed(proposals, registry);
  return proposals.map(({ urn, aspectName, changeType, value, patch }): Write => {
    const entity = registry.entities.get(entityTypeOf(urn));
    const isWhole = entity !== undefined && isEntityItself(entity, aspectName);
    if (changeType === 'DELETE' && isWhole) return { urn, operation: 'remove', aspectName: undefined };
    const operation = changeType === 'DELETE' ? 'remove' : 'update';
    const write = { urn, operation, aspectName, value, patch, domains: domains.get(urn) } as const;
    return existing.has(urn) ? write : ofMissing(write);
  });
}

/** The write if its entity did not exist. */
function ofMissing(write: Write): Write {
  return write.aspectName === undefined ? write : { ...write, operation: 'create' };
}

/**
 * Throws FORBIDDEN unless the actor may undo all rows. Returns the reason if it may not because of missing rights on
 * their properties or tags; undefined: it may.
 */
export async function checkUndoing(
  rows: readonly Pick<Write, 'urn' | 'aspectName'>[],
  parts: WriteCheckParts,
): Promise<string | undefined> {
  const writes = rows.map((row): Write => ({ ...row, operation: 'remove' }));
  await requireRights(writes, parts);
  // The previous membership, to which the rollback returns, is not known yet; it may name any group.
  const membership = rows.find(({ aspectName = '' }) => MEMBERSHIP_ASPECTS.includes(aspectName));
  if (membership !== undefined) requireRightsOfMembers(membership.urn, parts);
  // The values to which the rollback returns are not known yet.
  if ((await assignmentRightsFor(writes.filter(isAssignment), parts)) !== undefined)
    return 'runs that assigned structured properties: this requires rights on every property.';
  if ((await tagRightsFor(writes, parts)) !== undefined)
    return 'runs that wrote tags: this requires rights on every tag.';
  return undefined;
}

/** Throws FORBIDDEN unless the actor may grant rights: membership of some groups grants them. */
function requireRightsOfMembers(of: string, { actor, authorizer }: WriteCheckParts): void {
  requirePlatform(
    actor,
    authorizer,
    RIGHTS_OF_MEMBERS,
    `${actor.urn} is unauthorized to change the members of groups that grant rights: ${of}.`,
  );
}

function isAssignment({ aspectName }: Write): boolean {
  return aspectName === STRUCTURED_PROPERTY.assignmentAspect;
}

/** Throws FORBIDDEN unless the actor may hard-delete the entities. */
export async function checkRemovals(urns: readonly Urn[], parts: WriteCheckParts): Promise<void> {
  await requireRights(
    urns.map((urn) => ({ urn, operation: 'remove', aspectName: undefined })),
    parts,
  );
}

/**
 * The entities to which the actor may make these writes of one aspect, which are derived from a permitted write to
 * another entity. The operation's grants do not count: they concern that other entity.
 */
export async function mayFollow(
  writes: readonly OtherWrite[],
  { actor, authorizer }: Pick<WriteCheckParts, 'actor' | 'authorizer'>,
): Promise<ReadonlySet<Urn>> {
  const all = writes.map(({ aspectName, exists, urn }): Write => ({
    urn,
    aspectName,
    operation: exists ? 'update' : 'create',
  }));
  const allowed = new Set(all.map(({ urn }) => urn));
  for (const group of groupedByNeed(all, actor)) {
    for (const refused of await refusedIn(group, { actor, authorizer })) allowed.delete(refused);
  }
  return allowed;
}

async function requireRights(writes: readonly Write[], parts: WriteCheckParts): Promise<void> {
  const refused = await firstRefused(await withoutGranted(writes, parts), parts);
  if (refused !== undefined) throw refusal(refused, parts.actor);
}

/** The first write that the actor may not make; undefined when it may make all. */
async function firstRefused(
  writes: readonly Write[],
  parts: Pick<WriteCheckParts, 'actor' | 'authorizer'>,
): Promise<Write | undefined> {
  for (const group of groupedByNeed(writes, parts.actor)) {
    const [refused] = await refusedIn(group, parts);
    if (refused !== undefined) return group.find(({ urn }) => urn === refused);
  }
  return undefined;
}

/** Most writes of a batch have the same requirements: each distinct one is decided once for all its entities. */
function groupedByNeed(writes: readonly Write[], actor: Actor): Iterable<readonly Write[]> {
  return Map.groupBy(writes, (write) => `${write.operation} ${needKey(write, actor)}`).values();
}

/** The entities to which the actor may not make these writes, which have the same requirements. */
async function refusedIn(
  group: readonly Write[],
  { actor, authorizer }: Pick<WriteCheckParts, 'actor' | 'authorizer'>,
): Promise<readonly Urn[]> {
  const [first] = group;
  if (first === undefined || isOwn(first, actor)) return [];
  const need = needOf(first);
  const platform = need.platform.filter((one) => !isExcludedByToken(one, first.urn, actor));
  if (platform.length > 0 && authorizer.decide(actor, platform).allowed) return [];
  const resources = [...new Map(group.map((write) => [write.urn, resourcesOf(write)])).values()].flat();
  return withheld(resources, need, actor, authorizer);
}

/** Whether the token excludes the privilege, or entities of this type: other types can share the privilege. */
function isExcludedByToken(privilege: string, urn: Urn, { restriction }: Actor): boolean {
  return restriction !== undefined && restrictionDenial(restriction, privilege, { urn }) !== undefined;
}

/** The entity as a resource; a new one once per domain, because the actor needs the right in each of them. */
function resourcesOf({ urn, operation, domains = [] }: Write): readonly Resource[] {
  return operation === 'create' && domains.length > 0
    ? domains.map((inDomain) => ({ urn, inDomain }))
    : [{ urn }];
}

/** The entities on which the actor holds no complete list of privileges, in order. */
async function withheld(
  resources: readonly Resource[],
  { onEntity }: WriteNeed,
  actor: Actor,
  authorizer: Authorizer,
): Promise<readonly Urn[]> {
  const single = onEntity.filter((privileges) => privileges.length === 1).flat();
  let left = resources;
  for (const alternative of [
    [single],
    ...onEntity.filter(({ length }) => length > 1).map((all) => all.map((one) => [one])),
  ]) {
    const decisions = await Promise.all(alternative.map((anyOf) => authorizer.decideOn(actor, anyOf, left)));
    left = left.filter((_resource, i) => !decisions.every((of) => of[i]?.allowed === true));
  }
  return left.map(({ urn }) => urn);
}

/** Writes with the same operation and key have the same requirements. */
function needKey({ urn, aspectName }: Write, actor: Actor): string {
  return `${entityTypeOf(urn)} ${aspectName} ${urn === actor.urn}`;
}

/** Whether the write is to an aspect that users may write on themselves; never with a restricted token. */
function isOwn({ urn, aspectName }: Write, actor: Actor): boolean {
  if (urn !== actor.urn || aspectName === undefined) return false;
  return OWN_ASPECTS.includes(aspectName) && actor.restriction === undefined;
}

const VERBS = { create: 'CREATE', update: 'UPDATE', remove: 'DELETE' } as const;

function refusal(write: Write, { urn: actor, restriction }: Actor): CatalogError {
  const { aspectName, operation, urn } = write;
  const need = needOf(write);
  const denial = `${actor} is unauthorized to ${VERBS[operation]} entities:`;
  const what = aspectName === undefined ? urn : `${aspectName} of ${urn}`;
  const onEntity = need.onEntity.map((privileges) => privileges.join(' and ')).join(' or ');
  const { domains = [] } = operation === 'create' ? write : {};
  const inDomains = domains.length === 0 ? '' : ` in ${listText(domains, ' and in ')}`;
  if (need.onEntity.length + need.platform.length === 0)
    return new CatalogError('FORBIDDEN', `${denial} ${what} is private. Only the user may write it.`);
  const ways = [
    ...(onEntity === '' ? [] : [`${onEntity} on the entity${inDomains}`]),
    ...(need.platform.length === 0 ? [] : [`the platform privilege ${need.platform.join(' or ')}`]),
  ];
  const remedy = denialByToken(need, urn, restriction) ?? 'Ask an administrator for a policy.';
  return new CatalogError('FORBIDDEN', `${denial} ${what} needs ${ways.join(', or ')}. ${remedy}`);
}

/** Why the restriction of the token denies the write under any policy; undefined when a policy could allow it. */
function denialByToken(
  { onEntity, platform }: WriteNeed,
  urn: Urn,
  restriction: Actor['restriction'],
): string | undefined {
  if (restriction === undefined) return undefined;
  const denials = [
    ...onEntity.flat().map((privilege) => restrictionDenial(restriction, privilege, { urn })),
    ...platform.map(
      (privilege) =>
        restrictionDenial(restriction, privilege, undefined) ??
        restrictionDenial(restriction, privilege, { urn }),
    ),
  ];
  return denials.includes(undefined) ? undefined : denials[0]?.text;
}
