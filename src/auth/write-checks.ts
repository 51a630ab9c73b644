import { CatalogError } from '../errors.ts';
import type { AssignmentRights } from '../model/assignment-rights.ts';
import { PROMPTS } from '../model/hidden-prompts.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { EVERYTHING } from '../model/scope.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { entityTypeOf } from '../model/urn.ts';
import type { MetadataQuery } from '../query/metadata-query.ts';
import type { Actor } from './actor.ts';
import type { Authorizer } from './authorizer.ts';
import { MEMBERSHIP_ASPECTS, groupsNamed } from './named-groups.ts';
import type { ProposedWrite } from './named-groups.ts';
import { narrowedDenial } from './narrowed-rights.ts';
import type { PassedChecks } from './passed-checks.ts';
import { requirePlatform } from './rights.ts';
import {
  ASPECT_RIGHTS,
  GUARDED_ASPECTS,
  OWN_ASPECTS,
  PLATFORM_ASPECTS,
  RIGHTS_OF_MEMBERS,
  TYPE_RIGHTS,
} from './write-rights.ts';

/** What decides about writes. */
export interface WriteCheckParts {
  readonly actor: Actor;
  readonly authorizer: Authorizer;
  readonly query: Pick<MetadataQuery, 'existing'>;
  readonly registry: EntityRegistry;
  /** What the request has asked for before it writes. */
  readonly passed: PassedChecks;
}

type Operation = 'create' | 'update' | 'remove';

/** What a write needs: one of the platform privileges, or all privileges of one of the lists on the entity. */
interface Need {
  readonly platform: readonly string[];
  readonly onEntity: readonly (readonly string[])[];
}

interface Write {
  readonly urn: Urn;
  readonly operation: Operation;
  /** Undefined: the entity as a whole. */
  readonly aspectName: string | undefined;
}

/** What an actor may write, and what that was found upon: both are to be decided together with the write. */
export interface CheckedWrites {
  /** What it may do to property values; undefined: anything. */
  readonly rights: AssignmentRights | undefined;
  /** The entities of the batch that exist. */
  readonly existed: ReadonlySet<Urn>;
}

/**
 * Throws FORBIDDEN unless the actor may make every change of the batch. An entity that the batch creates may be given
 * any aspect with it. What exists is looked up unless it is known. A denial speaks of entities that the actor does not
 * see as of ones that do not exist.
 */
export async function checkWrites(
  proposals: readonly ProposedWrite[],
  parts: WriteCheckParts,
  existing?: ReadonlySet<Urn>,
): Promise<CheckedWrites> {
  const { actor, authorizer, query, registry } = parts;
  const urns = [...new Set(proposals.map(({ urn }) => urn))];
  const existed = existing ?? (await query.existing(urns, EVERYTHING));
  const writes = writesOf(proposals, existed, registry);
  const refused = await firstRefused(writes, parts);
  if (refused !== undefined) {
    const seen = await query.existing([...existed], authorizer.scopeOf(actor));
    const asSeen = writesOf(proposals, existed.intersection(seen), registry);
    // What tells a hidden entity from one that does not exist must be in no denial.
    throw refusal((await firstRefused(asSeen, parts)) ?? asSeen[writes.indexOf(refused)] ?? refused, actor);
  }
  const group = proposals.flatMap(groupsNamed).find((name) => authorizer.givesRights(name));
  if (group !== undefined) requireRightsOfMembers(group, parts);
  return { rights: await assignmentRights(writes, parts), existed };
}

/** What the proposals come to where these entities exist. */
function writesOf(
  proposals: readonly ProposedWrite[],
  existing: ReadonlySet<Urn>,
  { entities }: EntityRegistry,
): readonly Write[] {
  return proposals.map(({ urn, aspectName, changeType }) => {
    const isKey = entities.get(entityTypeOf(urn))?.keyAspect.name === aspectName;
    if (changeType === 'DELETE' && isKey) return { urn, operation: 'remove', aspectName: undefined };
    if (!existing.has(urn)) return { urn, operation: 'create', aspectName };
    return { urn, operation: changeType === 'DELETE' ? 'remove' : 'update', aspectName };
  });
}

/** Throws FORBIDDEN unless the actor may undo everything in the rows; what it may do to property values is answered. */
export async function checkUndoing(
  rows: readonly Pick<Write, 'urn' | 'aspectName'>[],
  parts: WriteCheckParts,
): Promise<AssignmentRights | undefined> {
  const writes = rows.map((row): Write => ({ ...row, operation: 'remove' }));
  await requireRights(writes, parts);
  // What an undone membership goes back to is not known yet: it may be any group.
  const membership = rows.find(({ aspectName = '' }) => MEMBERSHIP_ASPECTS.includes(aspectName));
  if (membership !== undefined) requireRightsOfMembers(membership.urn, parts);
  return assignmentRights(writes.filter(isAssignment), parts);
}

/** Throws FORBIDDEN unless the actor may hand out rights: members of some groups have them. */
function requireRightsOfMembers(of: string, { actor, authorizer }: WriteCheckParts): void {
  requirePlatform(
    actor,
    authorizer,
    RIGHTS_OF_MEMBERS,
    `${actor.urn} is unauthorized to change who is in groups that give rights: ${of}.`,
  );
}

function isAssignment({ aspectName }: Write): boolean {
  return aspectName === STRUCTURED_PROPERTY.assignmentAspect;
}

/** The aspects that values of properties, or what asks for them, may be hidden in. */
const ASPECTS_OF_PROPERTIES: readonly string[] = [
  STRUCTURED_PROPERTY.assignmentAspect,
  PROMPTS.infoAspect,
  PROMPTS.answersAspect,
];

async function assignmentRights(
  writes: readonly Write[],
  { actor, authorizer }: WriteCheckParts,
): Promise<AssignmentRights | undefined> {
  const assigning = writes.filter(({ aspectName = '' }) => ASPECTS_OF_PROPERTIES.includes(aspectName));
  if (assigning.length === 0) return undefined;
  const created = assigning.filter(({ operation }) => operation === 'create').map(({ urn }) => urn);
  return authorizer.assignmentRights(actor, [...new Set(assigning.map(({ urn }) => urn))], new Set(created));
}

/** Throws FORBIDDEN unless the actor may remove the entities with all that belongs to them. */
export async function checkRemovals(urns: readonly Urn[], parts: WriteCheckParts): Promise<void> {
  await requireRights(
    urns.map((urn) => ({ urn, operation: 'remove', aspectName: undefined })),
    parts,
  );
}

async function requireRights(writes: readonly Write[], parts: WriteCheckParts): Promise<void> {
  const refused = await firstRefused(writes, parts);
  if (refused !== undefined) throw refusal(refused, parts.actor);
}

/** The first of the writes that the actor may not make; undefined when it may make them all. */
async function firstRefused(
  writes: readonly Write[],
  { actor, authorizer, passed }: WriteCheckParts,
): Promise<Write | undefined> {
  const open = writes.filter(({ aspectName, urn }) => !passed.allow(urn, aspectName));
  // Writes of a batch differ in few ways: each way is decided once, for all entities that it is about.
  const byNeed = Map.groupBy(open, (write) => `${write.operation} ${needKey(write, actor)}`);
  for (const group of byNeed.values()) {
    const [first] = group;
    if (first === undefined) continue;
    if (isOwn(first, actor)) continue;
    const need = needOf(first);
    if (need.platform.length > 0 && authorizer.decide(actor, need.platform).allowed) continue;
    const urns = [...new Set(group.map(({ urn }) => urn))];
    const withheld = await firstWithheld(urns, need, actor, authorizer);
    if (withheld !== undefined) return group.find(({ urn }) => urn === withheld);
  }
  return undefined;
}

/** The first of the entities on which the actor holds none of the lists; undefined when there is none. */
async function firstWithheld(
  urns: readonly Urn[],
  { onEntity }: Need,
  actor: Actor,
  authorizer: Authorizer,
): Promise<Urn | undefined> {
  const single = onEntity.filter((privileges) => privileges.length === 1).flat();
  let left = urns;
  for (const alternative of [
    [single],
    ...onEntity.filter(({ length }) => length > 1).map((all) => all.map((one) => [one])),
  ]) {
    const decisions = await Promise.all(
      alternative.map((anyOf) =>
        authorizer.decideOn(
          actor,
          anyOf,
          left.map((urn) => ({ urn })),
        ),
      ),
    );
    left = left.filter((_urn, i) => !decisions.every((of) => of[i]?.allowed === true));
  }
  return left[0];
}

/** Writes with the same key need the same. */
function needKey({ urn, aspectName }: Write, actor: Actor): string {
  return `${entityTypeOf(urn)} ${aspectName} ${urn === actor.urn}`;
}

/** Users may say something of themselves; a narrowed token is for other things. */
function isOwn({ urn, aspectName }: Write, actor: Actor): boolean {
  if (urn !== actor.urn || aspectName === undefined) return false;
  return OWN_ASPECTS.includes(aspectName) && actor.narrowing === undefined;
}

function needOf({ urn, operation, aspectName }: Write): Need {
  const entityType = entityTypeOf(urn);
  const type = own(TYPE_RIGHTS, entityType);
  const ofOwners = aspectName === 'ownership' ? type?.own : undefined;
  const guarded = ofOwners ?? (aspectName === undefined ? undefined : own(GUARDED_ASPECTS, aspectName));
  if (guarded !== undefined) return { platform: guarded, onEntity: [] };
  const ofAnybody = aspectName === undefined ? undefined : own(PLATFORM_ASPECTS, aspectName);
  const platform = [...(type?.[operation] ?? []), ...(operation === 'create' ? [] : (ofAnybody ?? []))];
  const ofAspect = (aspectName === undefined ? undefined : own(ASPECT_RIGHTS, aspectName)) ?? [];
  if (type?.isExclusive === true) return { platform, onEntity: [] };
  switch (operation) {
    case 'create':
      // A column needs no entity of its own before it has something to say.
      return {
        platform,
        onEntity: [['CREATE_ENTITY'], ['EDIT_ENTITY'], ...(entityType === 'schemaField' ? ofAspect : [])],
      };
    case 'update':
      return { platform, onEntity: [['EDIT_ENTITY'], ...ofAspect] };
    case 'remove':
      return aspectName === undefined
        ? { platform, onEntity: [['DELETE_ENTITY']] }
        : { platform, onEntity: [['DELETE_ENTITY'], ['EDIT_ENTITY'], ...ofAspect] };
  }
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

const VERBS = { create: 'CREATE', update: 'UPDATE', remove: 'DELETE' } as const;

function refusal(write: Write, { urn: actor, narrowing }: Actor): CatalogError {
  const { aspectName, operation, urn } = write;
  const need = needOf(write);
  const what = aspectName === undefined ? urn : `${aspectName} of ${urn}`;
  const onEntity = need.onEntity.map((privileges) => privileges.join(' and ')).join(' or ');
  const ways = [
    ...(onEntity === '' ? [] : [`${onEntity} on the entity`]),
    ...(need.platform.length === 0 ? [] : [`the platform privilege ${need.platform.join(' or ')}`]),
  ];
  const remedy = narrowedOut(need, urn, narrowing) ?? 'Ask whoever manages the policies.';
  return new CatalogError(
    'FORBIDDEN',
    `${actor} is unauthorized to ${VERBS[operation]} entities: ${what} needs ${ways.join(', or ')}. ${remedy}`,
  );
}

/** Why no policy could help whoever has a token that is narrowed so; undefined when one could. */
function narrowedOut(
  { onEntity, platform }: Need,
  urn: Urn,
  narrowing: Actor['narrowing'],
): string | undefined {
  if (narrowing === undefined) return undefined;
  const denials = [
    ...onEntity.flat().map((privilege) => narrowedDenial(narrowing, privilege, { urn })),
    ...platform.map((privilege) => narrowedDenial(narrowing, privilege, undefined)),
  ];
  return denials.includes(undefined) ? undefined : denials[0];
}
