import type { EntityAttribute, EntityAttributes } from '../../src/model/entity-predicate.ts';

/** A criterion as stored in the aspect. */
export interface RawCriterion {
  readonly field: string;
  readonly condition: 'EQUALS' | 'STARTS_WITH' | 'NOT_EQUALS';
  readonly values: readonly string[];
  readonly structuredPropertyValues?: readonly {
    readonly propertyUrn: string;
    readonly values: readonly string[];
  }[];
}

/** A policy as stored in the aspect. */
export interface RawPolicy {
  readonly displayName: string;
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly privileges: readonly string[];
  readonly actors: {
    readonly users: readonly string[];
    readonly groups: readonly string[];
    readonly roles: readonly string[];
    readonly allUsers: boolean;
    readonly allGroups: boolean;
    readonly resourceOwners: boolean;
    readonly resourceOwnersTypes?: readonly string[];
  };
  readonly resources?: {
    readonly filter?: { readonly criteria: readonly RawCriterion[] };
    readonly privilegeConstraints?: { readonly criteria: readonly RawCriterion[] };
  };
}

/** An actor with its groups and all its roles. */
export interface NaiveActor {
  readonly urn: string;
  readonly groups: readonly string[];
  readonly roles: readonly string[];
}

const ATTRIBUTES: Readonly<Record<string, EntityAttribute>> = {
  TYPE: 'entityType',
  URN: 'urn',
  OWNER: 'owner',
  DOMAIN: 'domain',
  CONTAINER: 'container',
  TAG: 'tag',
  GLOSSARY_TERM: 'term',
  GLOSSARY: 'glossary',
  GROUP_MEMBERSHIP: 'group',
  DATA_PLATFORM_INSTANCE: 'platformInstance',
  SUB_TYPE: 'subType',
};

const COVERED = ['urn:li:structuredProperty:', 'urn:li:tag:'];

/**
 * Whether the policy grants an actor a privilege on an entity, and on a property or tag of it: evaluated rule by
 * rule.
 */
export function naivelyAllows(
  policy: RawPolicy,
  actor: NaiveActor,
  privilege: string,
  entity: EntityAttributes | undefined,
  part?: string,
): boolean {
  if (policy.state !== 'ACTIVE') return false;
  const constraints = policy.resources?.privilegeConstraints?.criteria ?? [];
  for (const { values } of constraints) {
    if (values.some((value) => !COVERED.some((prefix) => value.startsWith(prefix)))) return false;
  }
  if (!policy.privileges.includes(privilege)) return false;
  if (policy.type === 'METADATA' && policy.resources !== undefined) {
    if (entity === undefined) return false;
    for (const criterion of policy.resources.filter?.criteria ?? []) {
      if (!naivelyHolds(criterion, entity)) return false;
    }
  }
  if (part !== undefined) {
    for (const criterion of constraints) {
      const kind = COVERED.find((prefix) => part.startsWith(prefix)) ?? '';
      const isAboutKind = criterion.values.some((value) => value.startsWith(kind));
      const limits = isAboutKind || criterion.values.length === 0;
      if (limits && !naivelyMatches(criterion, [part])) return false;
    }
  }
  const { actors } = policy;
  if (actors.allUsers || actors.users.includes(actor.urn)) return true;
  if (actors.allGroups && actor.groups.length > 0) return true;
  if (actor.groups.some((group) => actors.groups.includes(group))) return true;
  if (actor.roles.some((role) => actors.roles.includes(role))) return true;
  if (!actors.resourceOwners || entity === undefined) return false;
  const mine = [actor.urn, ...actor.groups];
  const types = actors.resourceOwnersTypes;
  if (types === undefined) return mine.some((owner) => entity.owner?.includes(owner));
  return mine.some((owner) => types.some((type) => entity.typedOwner?.includes(`${owner} ${type}`)));
}

function naivelyHolds(criterion: RawCriterion, entity: EntityAttributes): boolean {
  if (criterion.field !== 'STRUCTURED_PROPERTY') {
    const attribute = ATTRIBUTES[criterion.field];
    return attribute !== undefined && naivelyMatches(criterion, entity[attribute] ?? []);
  }
  if (criterion.structuredPropertyValues?.length !== 1) return false;
  return criterion.structuredPropertyValues.every(({ propertyUrn, values }) => {
    const isWhole = criterion.condition !== 'STARTS_WITH';
    const found = isWhole ? entity[`value of ${propertyUrn}`] : entity[`text of ${propertyUrn}`];
    return naivelyMatches({ ...criterion, values }, found ?? []);
  });
}

function naivelyMatches({ condition, values }: RawCriterion, found: readonly string[]): boolean {
  switch (condition) {
    case 'EQUALS':
      return values.some((value) => found.includes(value));
    case 'STARTS_WITH':
      return values.some((value) => found.some((one) => one.startsWith(value)));
    case 'NOT_EQUALS':
      return !values.some((value) => found.includes(value));
  }
}
