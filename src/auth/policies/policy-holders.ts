import { grantsToOwners, isAboutEntity } from '../../model/access/grants.ts';
import type { EntityAttributes } from '../../model/entity-predicate.ts';
import type { Policy, PolicyActors } from '../../model/access/policy.ts';
import { isEntityPrivilege } from '../../model/access/privileges.ts';
import { typedOwner } from '../../model/access/typed-owners.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { grantsPrivilege } from './policy-explanation.ts';

/** Actors that a policy grants privileges on one entity; one matching member is enough. */
export interface Holders {
  readonly allUsers: boolean;
  /** Every user who is in at least one group. */
  readonly allGroups: boolean;
  readonly users: readonly Urn[];
  readonly groups: readonly Urn[];
  readonly roles: readonly Urn[];
  /** The owners of the entity that match the policy; undefined: owning it grants nothing. */
  readonly owners: readonly Urn[] | undefined;
}

/** An active policy that grants privileges on one entity. */
export interface GrantingPolicy {
  readonly policy: Urn;
  readonly name: string;
  /** The granted ones among the requested privileges. */
  readonly privileges: readonly string[];
  /** Whether it covers only some structured properties. */
  readonly isLimitedToProperties: boolean;
  /** Whether it covers adding and removing only some tags. */
  readonly isLimitedToTags: boolean;
  readonly holders: Holders;
}

/**
 * The active policies that grant any of the privileges on the entity with these attributes, in their order; platform privileges only
 * those that are not limited to entities. `isActive`:
 * false for users and groups that hold no rights, because they are suspended or soft-deleted.
 */
export function grantingPolicies(
  policies: readonly Policy[],
  privileges: readonly string[],
  attributes: EntityAttributes,
  isActive: (actor: Urn) => boolean,
): readonly GrantingPolicy[] {
  return policies.flatMap((policy) => {
    const granted = privileges.filter(
      (privilege) =>
        grantsPrivilege(policy, privilege) && (isEntityPrivilege(privilege) || !policy.namesResources),
    );
    if (!policy.isActive || granted.length === 0 || policy.constraints.problems.length > 0) return [];
    if (!isAboutEntity({ where: policy.resources }, attributes)) return [];
    const { urn, name, actors, constraints } = policy;
    return [
      {
        policy: urn,
        name,
        privileges: granted,
        isLimitedToProperties: constraints.properties.length > 0,
        isLimitedToTags: constraints.tags.length > 0,
        holders: holdersOf(actors, attributes, isActive),
      },
    ];
  });
}

function holdersOf(
  { allGroups, allUsers, groups, owners, roles, users }: PolicyActors,
  attributes: EntityAttributes,
  isActive: (actor: Urn) => boolean,
): Holders {
  const { owner = [], typedOwner: typed = [] } = attributes;
  const active = (urns: Iterable<string>): readonly Urn[] =>
    [...new Set(urns)].filter((urn) => isUrn(urn)).filter(isActive);
  const isAsked = (urn: string): boolean =>
    owners === 'any' || (owners !== 'none' && owners.some((type) => typed.includes(typedOwner(urn, type))));
  return {
    allUsers,
    allGroups,
    users: active(users),
    groups: active(groups),
    roles: active(roles),
    owners: owners === 'none' || !grantsToOwners(attributes) ? undefined : active(owner.filter(isAsked)),
  };
}
