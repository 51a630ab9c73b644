import { allHold, type EntityAttributes, type EntityCondition } from '../entity-predicate.ts';
import type { Policy } from './policy.ts';
import { typedOwner } from './typed-owners.ts';
import type { Urn } from '../urn.ts';

/** Facts about an actor that policies match. */
export interface ActorFacts {
  readonly urn: Urn;
  readonly groups: ReadonlySet<string>;
  /** Roles of the actor and of its groups. */
  readonly roles: ReadonlySet<string>;
}

/** Privileges that one policy grants one actor. */
export interface Grant {
  readonly policy: Urn;
  readonly privileges: ReadonlySet<string>;
  /** Whether it grants platform privileges, that is privileges not tied to an entity. */
  readonly isPlatform: boolean;
  /** Entities it applies to: all conditions must hold. */
  readonly where: readonly EntityCondition[];
  /** Structured properties it applies to: all conditions must hold. */
  readonly properties: readonly EntityCondition[];
  /** Tags that the actor may add and remove: all conditions must hold. */
  readonly tags: readonly EntityCondition[];
}

/**
 * Grants of the active policies that apply to the actor. A policy for resource owners becomes a grant on the entities
 * that the actor owns.
 */
export function grantsOf(policies: Iterable<Policy>, actor: ActorFacts): readonly Grant[] {
  const grants: Grant[] = [];
  for (const policy of policies) {
    const { resources: where, constraints, privileges, namesResources, urn, isActive } = policy;
    const { properties, tags, problems } = constraints;
    if (!isActive || problems.length > 0) continue;
    const grant = { policy: urn, privileges, isPlatform: !namesResources, where, properties, tags };
    if (isFor(policy, actor)) grants.push(grant);
    else if (policy.actors.owners !== 'none') {
      grants.push({
        ...grant,
        isPlatform: false,
        where: [...where, ...ownedBy(actor, policy.actors.owners)],
      });
    }
  }
  return grants;
}

/** Whether the policy applies to the actor on every resource, not only on resources that the actor owns. */
export function isFor({ actors }: Policy, { urn, groups, roles }: ActorFacts): boolean {
  return (
    actors.allUsers ||
    actors.users.has(urn) ||
    (actors.allGroups && groups.size > 0) ||
    !actors.groups.isDisjointFrom(groups) ||
    !actors.roles.isDisjointFrom(roles)
  );
}

/** Types whose owners are people to ask: owning such an entity grants nothing. */
const OWNED_WITHOUT_RIGHTS: readonly string[] = ['structuredProperty'];

/** Whether policies for owners apply to an entity with these attributes. */
export function grantsToOwners({ entityType = [] }: EntityAttributes): boolean {
  return !entityType.some((type) => OWNED_WITHOUT_RIGHTS.includes(type));
}

function ownedBy({ urn, groups }: ActorFacts, types: 'any' | readonly string[]): readonly EntityCondition[] {
  const owners = [urn, ...groups];
  const owned: EntityCondition =
    types === 'any'
      ? { attribute: 'owner', match: 'equals', values: owners, negated: false }
      : {
          attribute: 'typedOwner',
          match: 'equals',
          values: owners.flatMap((owner) => types.map((type) => typedOwner(owner, type))),
          negated: false,
        };
  return [{ attribute: 'entityType', match: 'equals', values: OWNED_WITHOUT_RIGHTS, negated: true }, owned];
}

/** Whether the grant applies to an entity with these attributes. */
export function isAboutEntity({ where }: Pick<Grant, 'where'>, entity: EntityAttributes): boolean {
  return allHold(where, entity);
}

/** Whether the grant applies to the structured property. */
export function isAboutProperty({ properties }: Pick<Grant, 'properties'>, propertyUrn: string): boolean {
  return properties.length === 0 || allHold(properties, { urn: [propertyUrn] });
}

/** Whether the grant applies to adding and removing the tag. */
export function isAboutTag({ tags }: Pick<Grant, 'tags'>, tag: string): boolean {
  return allHold(tags, { urn: [tag] });
}
