import { ROOT_ACTOR } from '../../auth/actor.ts';
import { needOf } from '../../auth/writes/write-rights.ts';
import { CatalogError } from '../../errors.ts';
import type { Urn } from '../../model/urn.ts';
import { READ } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { described, objectOf } from '../shapes.ts';
import { withSeenActors } from './seen-holders.ts';

/** Who may edit an entity: each a way to have the right. */
export interface Editors {
  readonly allUsers: boolean;
  /** Every user who is in at least one group. */
  readonly allGroups: boolean;
  /** Owners of the entity who may edit it as such. */
  readonly owners: readonly Urn[];
  readonly groups: readonly Urn[];
  readonly users: readonly Urn[];
  readonly roles: readonly Urn[];
  /** Whether there are more than are listed. */
  readonly hasMore: boolean;
}

/** Maximum actors of one kind in a response. */
const MOST_OF_KIND = 100;

/**
 * Lists who may edit all of an entity that the caller may read: the actors of the policies that grant EDIT_ENTITY on it, or the
 * privilege to manage entities of its type. Names no policies, and omits actors that are hidden from the caller. Throws NOT_FOUND for an
 * entity that does not exist or is hidden from the caller.
 */
export const listEditors = defineProtected({
  name: 'listEditors',
  effect: 'read',
  summary: 'Lists who may edit an entity that you may read, so that you can ask them.',
  input: (types) => objectOf({ urn: described('Urn of the entity.', types.entity()) }),
  about: ({ urn: { urn } }) => [urn],
  isLong: true,
  needs: READ,
  run: async ({ urn: { urn } }, work): Promise<Editors> => {
    if (!(await work.query.existing([urn], work.scope)).has(urn)) {
      throw new CatalogError(
        'NOT_FOUND',
        `urn: ${urn} does not exist, or you may not see it. Pass the urn of an entity that a search finds.`,
      );
    }
    const { onEntity, platform } = needOf({ urn, operation: 'update', aspectName: undefined });
    const asked = [...platform, ...onEntity.flatMap((all) => (all.length === 1 ? all : []))];
    const granting = await work.services.authorizer.grantingPolicies(urn, asked);
    const policies = await withSeenActors(granting, work);
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
  },
});

/** The distinct ones, without the root actor, who may edit everything. */
function distinct(urns: readonly Urn[]): readonly Urn[] {
  return [...new Set(urns)].filter((urn) => urn !== ROOT_ACTOR);
}
