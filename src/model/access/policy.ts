import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { NEVER, type EntityAttribute, type EntityCondition } from '../entity-predicate.ts';
import { parseConstraints, type PrivilegeConstraints } from './privilege-constraints.ts';
import { currentPrivilegeName } from './privileges.ts';
import { propertyOfAttribute, textsOfProperty, valuesOfProperty } from '../properties/property-texts.ts';
import type { Urn } from '../urn.ts';

/** Entity type and aspect of policies. */
export const POLICY = { entityType: 'dataHubPolicy', infoAspect: 'dataHubPolicyInfo' } as const;

/** Actors that a policy applies to; one matching member is enough. */
export interface PolicyActors {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly allUsers: boolean;
  /** Every user who is in at least one group. */
  readonly allGroups: boolean;
  /** Owners of the resource, directly or through a group: of any ownership type, or of these ownership type urns only. */
  readonly owners: 'none' | 'any' | readonly string[];
}

/** The parsed aspect `dataHubPolicyInfo`: a rule that grants privileges. */
export interface Policy {
  readonly urn: Urn;
  readonly name: string;
  readonly type: 'METADATA' | 'PLATFORM';
  readonly isActive: boolean;
  readonly privileges: ReadonlySet<string>;
  readonly actors: PolicyActors;
  /** Whether a metadata policy has `resources`. Platform privileges are granted only by policies without. */
  readonly namesResources: boolean;
  /** Conditions on the resources it applies to; empty: all resources. */
  readonly resources: readonly EntityCondition[];
  /** Which structured properties and tags it covers. With problems in it, the policy grants nothing. */
  readonly constraints: PrivilegeConstraints;
}

/** Supported fields of a resource criterion, with the entity attribute that each tests. */
export const RESOURCE_FIELDS: Readonly<Record<string, EntityAttribute>> = {
  TYPE: 'entityType',
  RESOURCE_TYPE: 'entityType',
  URN: 'urn',
  RESOURCE_URN: 'urn',
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

/** Field of a criterion on the values of one structured property; see `criterionProperty`. */
export const PROPERTY_FIELD = 'STRUCTURED_PROPERTY';

/** The field of a criterion that tests the attribute: `DOMAIN`. */
export function fieldOfAttribute(attribute: EntityAttribute): string {
  if (propertyOfAttribute(attribute) !== undefined) return PROPERTY_FIELD;
  return Object.entries(RESOURCE_FIELDS).find(([, tested]) => tested === attribute)?.[0] ?? attribute;
}

/** Parses the aspect `dataHubPolicyInfo`. Resource conditions that cannot be parsed never hold. */
export function parsePolicy(urn: Urn, value: JsonObject): Policy {
  const resources = isJsonObject(value['resources']) ? value['resources'] : undefined;
  const isPlatform = value['type'] === 'PLATFORM';
  const name = value['displayName'];
  return {
    urn,
    name: typeof name === 'string' ? name : '',
    type: isPlatform ? 'PLATFORM' : 'METADATA',
    isActive: value['state'] === 'ACTIVE',
    privileges: new Set(texts(value['privileges']).map(currentPrivilegeName)),
    actors: parseActors(value['actors']),
    namesResources: !isPlatform && resources !== undefined,
    resources: isPlatform || resources === undefined ? [] : parseResources(resources),
    constraints: parseConstraints(resources?.['privilegeConstraints']),
  };
}

function parseActors(json: JsonValue | undefined): PolicyActors {
  const actors = isJsonObject(json) ? json : {};
  const types = actors['resourceOwnersTypes'];
  return {
    users: new Set(texts(actors['users'])),
    groups: new Set(texts(actors['groups'])),
    roles: new Set(texts(actors['roles'])),
    allUsers: actors['allUsers'] === true,
    allGroups: actors['allGroups'] === true,
    owners: actors['resourceOwners'] !== true ? 'none' : Array.isArray(types) ? texts(types) : 'any',
  };
}

/** Reads a filter, or the older form: an entity type with an optional list of urns. */
function parseResources(resources: JsonObject): readonly EntityCondition[] {
  if (isJsonObject(resources['filter'])) return parseFilter(resources['filter']);
  const { type, allResources } = resources;
  const urns = resources['resources'];
  const hasType = typeof type === 'string';
  const isListed = Array.isArray(urns) && allResources !== true;
  return [
    ...(hasType ? [equals('entityType', [type])] : []),
    // With a type, an empty list selects nothing. Without a type, clients send an empty list to mean no restriction.
    ...(isListed && (hasType || urns.length > 0) ? [equals('urn', texts(urns))] : []),
  ];
}

function parseFilter({ criteria }: JsonObject): readonly EntityCondition[] {
  return parseCriteria(criteria);
}

/** Parses criteria of which all must hold. One that cannot be parsed never holds. */
export function parseCriteria(criteria: JsonValue | undefined): readonly EntityCondition[] {
  return Array.isArray(criteria) ? criteria.map((item: JsonValue) => parseCriterion(item)) : [NEVER];
}

function parseCriterion(json: JsonValue): EntityCondition {
  if (!isJsonObject(json)) return NEVER;
  const { field, condition } = json;
  const name = typeof field === 'string' ? field.toUpperCase() : '';
  if (Object.hasOwn(RESOURCE_FIELDS, name)) {
    const attribute = RESOURCE_FIELDS[name];
    return attribute === undefined ? NEVER : matching(attribute, condition, texts(json['values']));
  }
  const named = name === PROPERTY_FIELD ? criterionProperty(json) : undefined;
  if (named === undefined) return NEVER;
  const attributeOf = condition === 'STARTS_WITH' ? textsOfProperty : valuesOfProperty;
  return matching(attributeOf(named.propertyUrn), condition, named.values);
}

function matching(
  attribute: EntityAttribute,
  condition: JsonValue | undefined,
  values: readonly string[],
): EntityCondition {
  switch (condition ?? 'EQUALS') {
    case 'EQUALS':
      return equals(attribute, values);
    case 'STARTS_WITH':
      return { attribute, match: 'startsWith', values, negated: false };
    case 'NOT_EQUALS':
      return { attribute, match: 'equals', values, negated: true };
    default:
      return NEVER;
  }
}

/**
 * Property and values of a criterion on a structured property. Undefined unless it names exactly one property: with
 * several, it would be unclear whether one or all must match.
 */
export function criterionProperty(
  criterion: JsonObject,
): { readonly propertyUrn: string; readonly values: readonly string[] } | undefined {
  const { structuredPropertyValues: named } = criterion;
  const [only, more] = Array.isArray(named) ? named.filter(isJsonObject) : [];
  if (only === undefined || more !== undefined) return undefined;
  const { propertyUrn } = only;
  return typeof propertyUrn === 'string' ? { propertyUrn, values: texts(only['values']) } : undefined;
}

function equals(attribute: EntityAttribute, values: readonly string[]): EntityCondition {
  return { attribute, match: 'equals', values, negated: false };
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
