import { ROOT_ACTOR } from '../../auth/actor.ts';
import { needOf } from '../../auth/writes/write-rights.ts';
import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { withSeenActors, type ShownPolicy } from './seen-holders.ts';

/** Actors with a right: each of them is enough. */
export interface EditingActors {
  readonly allUsers: boolean;
  /** Every user who is in at least one group. */
  readonly allGroups: boolean;
  /** Owners of the entity who have the right as such. */
  readonly owners: readonly Urn[];
  readonly groups: readonly Urn[];
  readonly users: readonly Urn[];
  readonly roles: readonly Urn[];
  /** Whether there are more than are listed. */
  readonly hasMore: boolean;
}

/** Actors who may edit a part of an entity, but not all of it. */
export interface PartEditors extends EditingActors {
  /** Privilege that allows it: EDIT_ENTITY_TAGS. */
  readonly privilege: string;
}

/** Who may edit an entity. */
export interface Editors extends EditingActors {
  /** Those who may edit only parts of it, by privilege; without privileges that nobody has. */
  readonly parts: readonly PartEditors[];
}

/** Maximum actors of one kind in a response. */
const MOST_OF_KIND = 100;

/**
 * Lists who may edit an entity that the caller may read. All of it: the actors of the policies that grant EDIT_ENTITY on it, or the
 * privilege to manage entities of its type. Parts of it: those of policies that grant the privilege of an aspect. Names no policies, and
 * omits actors that are hidden from the caller. Throws NOT_FOUND for an entity that does not exist or is hidden from the caller.
 */
export const listEditors = defineProtected({
  name: 'listEditors',
  effect: 'read',
  summary: 'Lists who may edit an entity that you may read, so that you can ask them.',
  input: (types) => objectOf({ urn: described('Urn of the entity.', types.entity()) }),
  about: ({ urn: { urn } }) => [urn],
  isLong: true,
  needs: READ,
  run: async ({ urn: { urn, entityType } }, work): Promise<Editors> => {
    if (!(await work.query.existing([urn], work.scope)).has(urn)) {
      throw new CatalogError(
        'NOT_FOUND',
        `urn: ${urn} does not exist, or you may not see it. Pass the urn of an entity that a search finds.`,
      );
    }
    const { onEntity, platform } = needOf({ urn, operation: 'update', aspectName: undefined });
    const wholly = [...platform, ...single(onEntity)];
    const aspectNames = work.settings.registry.entities.get(entityType)?.aspects.keys() ?? [];
    const parts = partsOf(urn, [...aspectNames]).filter((privilege) => !wholly.includes(privilege));
    const granting = await work.services.authorizer.grantingPolicies(urn, [...wholly, ...parts]);
    const policies = await withSeenActors(granting, work);
    const isGranting = (policy: ShownPolicy, privileges: readonly string[]): boolean =>
      privileges.some((privilege) => policy.privileges.includes(privilege));
    const editors = actorsOf(policies.filter((policy) => isGranting(policy, wholly)));
    return {
      ...editors,
      parts: parts
        .map((privilege) => ({
          ...without(editors, actorsOf(policies.filter((policy) => isGranting(policy, [privilege])))),
          privilege,
        }))
        .filter(isAnybody),
    };
  },
});

/** Privileges that each allow editing an aspect of the entity, in the order of the aspects. */
function partsOf(urn: Urn, aspectNames: readonly string[]): readonly string[] {
  return [
    ...new Set(
      aspectNames.flatMap((aspectName) => single(needOf({ urn, operation: 'update', aspectName }).onEntity)),
    ),
  ];
}

/** The privileges that suffice alone. */
function single(onEntity: readonly (readonly string[])[]): readonly string[] {
  return onEntity.flatMap((all) => (all.length === 1 ? all : []));
}

/** The actors of policies together. */
function actorsOf(policies: readonly ShownPolicy[]): EditingActors {
  const all = policies.map(({ holders }) => holders);
  const lists = {
    owners: distinct(all.flatMap(({ owners = [] }) => owners)),
    groups: distinct(all.flatMap(({ groups }) => groups)),
    users: distinct(all.flatMap(({ users }) => users)),
    roles: distinct(all.flatMap(({ roles }) => roles)),
  };
  const { groups, owners, roles, users } = lists;
  return {
    allUsers: all.some(({ allUsers }) => allUsers),
    allGroups: all.some(({ allGroups }) => allGroups),
    owners: owners.slice(0, MOST_OF_KIND),
    groups: groups.slice(0, MOST_OF_KIND),
    users: users.slice(0, MOST_OF_KIND),
    roles: roles.slice(0, MOST_OF_KIND),
    hasMore:
      policies.some(({ hasMore }) => hasMore) ||
      Object.values(lists).some(({ length }) => length > MOST_OF_KIND),
  };
}

/** The actors of `part` that are not in `whole`; none if everybody is. */
function without(whole: EditingActors, part: EditingActors): EditingActors {
  const named = new Set([...whole.owners, ...whole.groups, ...whole.users, ...whole.roles]);
  const rest = (urns: readonly Urn[]): readonly Urn[] =>
    whole.allUsers ? [] : urns.filter((urn) => !named.has(urn));
  return {
    allUsers: part.allUsers && !whole.allUsers,
    allGroups: part.allGroups && !whole.allGroups && !whole.allUsers,
    owners: rest(part.owners),
    groups: rest(part.groups),
    users: rest(part.users),
    roles: rest(part.roles),
    hasMore: part.hasMore,
  };
}

function isAnybody({ allGroups, allUsers, groups, owners, roles, users }: EditingActors): boolean {
  return allUsers || allGroups || [owners, groups, users, roles].some(({ length }) => length > 0);
}

/** The distinct ones, without the root actor, who may edit everything. */
function distinct(urns: readonly Urn[]): readonly Urn[] {
  return [...new Set(urns)].filter((urn) => urn !== ROOT_ACTOR);
}
