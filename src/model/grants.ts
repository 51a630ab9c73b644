import type { EntityAttributes, EntityCondition } from './entity-predicate.ts';
import { allHold } from './entity-predicate.ts';
import type { Policy } from './policy.ts';
import { typedOwner } from './typed-owners.ts';
import type { Urn } from './urn.ts';

/** Who an actor is in the eyes of policies. */
export interface ActorFacts {
  readonly urn: Urn;
  readonly groups: ReadonlySet<string>;
  /** The actor's own roles and those of its groups. */
  readonly roles: ReadonlySet<string>;
}

/** What one policy allows one actor. */
export interface Grant {
  readonly policy: Urn;
  readonly privileges: ReadonlySet<string>;
  /** Whether it counts for privileges that are about no entity. */
  readonly isPlatform: boolean;
  /** All of these hold for an entity that it is about. */
  readonly where: readonly EntityCondition[];
  /** All of these hold for a structured property that it is about. */
  readonly properties: readonly EntityCondition[];
}

/** What the policies allow the actor; inactive ones, and those for others, allow nothing. */
export function grantsOf(policies: Iterable<Policy>, actor: ActorFacts): readonly Grant[] {
  const grants: Grant[] = [];
  for (const policy of policies) {
    const { resources: where, properties, privileges, namesResources, urn, isActive } = policy;
    if (!isActive) continue;
    const grant = { policy: urn, privileges, isPlatform: !namesResources, where, properties };
    if (isFor(policy, actor)) grants.push(grant);
    else if (policy.actors.owners !== 'none') {
      grants.push({ ...grant, isPlatform: false, where: [...where, ownedBy(actor, policy.actors.owners)] });
    }
  }
  return grants;
}

/** Whether the policy is for the actor whatever the resource. */
export function isFor({ actors }: Policy, { urn, groups, roles }: ActorFacts): boolean {
  return (
    actors.allUsers ||
    actors.users.has(urn) ||
    (actors.allGroups && groups.size > 0) ||
    !actors.groups.isDisjointFrom(groups) ||
    !actors.roles.isDisjointFrom(roles)
  );
}

function ownedBy({ urn, groups }: ActorFacts, types: 'any' | readonly string[]): EntityCondition {
  const owners = [urn, ...groups];
  if (types === 'any') return { attribute: 'owner', match: 'equals', values: owners, negated: false };
  const values = owners.flatMap((owner) => types.map((type) => typedOwner(owner, type)));
  return { attribute: 'typedOwner', match: 'equals', values, negated: false };
}

/** Whether the grant is about an entity with these attributes. */
export function isAboutEntity({ where }: Pick<Grant, 'where'>, entity: EntityAttributes): boolean {
  return allHold(where, entity);
}

/** Whether the grant is about the structured property. */
export function isAboutProperty({ properties }: Pick<Grant, 'properties'>, propertyUrn: string): boolean {
  return properties.length === 0 || allHold(properties, { urn: [propertyUrn] });
}
