import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import type { EntityAttribute, EntityCondition } from './entity-predicate.ts';
import { NEVER } from './entity-predicate.ts';
import { currentPrivilegeName } from './privileges.ts';
import { textsOfProperty, valuesOfProperty } from './property-texts.ts';
import type { Urn } from './urn.ts';

/** Entity type and aspect of policies. */
export const POLICY = { entityType: 'dataHubPolicy', infoAspect: 'dataHubPolicyInfo' } as const;

/** To whom a policy applies; one that matches is enough. */
export interface PolicyActors {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly allUsers: boolean;
  /** Everybody who is in some group. */
  readonly allGroups: boolean;
  /** Owners of the resource, directly or through a group: in any way, or only in these (ownership type urns). */
  readonly owners: 'none' | 'any' | readonly string[];
}

/** The parsed aspect `dataHubPolicyInfo`: a rule that allows something. */
export interface Policy {
  readonly urn: Urn;
  readonly name: string;
  readonly type: 'METADATA' | 'PLATFORM';
  readonly isActive: boolean;
  readonly privileges: ReadonlySet<string>;
  readonly actors: PolicyActors;
  /** Whether it states resources at all; a privilege that is about no entity needs a policy that does not. */
  readonly namesResources: boolean;
  /** The resources that it is about; no conditions: all. */
  readonly resources: readonly EntityCondition[];
  /** The structured properties that it is about, as conditions on their urns; no conditions: all. */
  readonly properties: readonly EntityCondition[];
}

/** Fields of a criterion that are understood, with what they ask of the entity. */
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
};

/** Field of a criterion on the values of one structured property, which it names beside them. */
export const PROPERTY_FIELD = 'STRUCTURED_PROPERTY';

/** Fields of a privilege constraint that are understood: what is constrained is the structured property touched. */
export const CONSTRAINT_FIELDS: Readonly<Record<string, EntityAttribute>> = {
  URN: 'urn',
  RESOURCE_URN: 'urn',
  STRUCTURED_PROPERTY: 'urn',
};

/** Conditions of a criterion, by DataHub's names. */
export const MATCH_CONDITIONS = ['EQUALS', 'STARTS_WITH', 'NOT_EQUALS'] as const;

/** Parses the aspect. What cannot be understood allows nothing. */
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
    properties:
      resources === undefined ? [] : parseFilter(resources['privilegeConstraints'], CONSTRAINT_FIELDS),
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

/** A filter, or the older form of a type with or without a list of urns. */
function parseResources(resources: JsonObject): readonly EntityCondition[] {
  if (isJsonObject(resources['filter'])) return parseFilter(resources['filter'], RESOURCE_FIELDS);
  const { type, allResources } = resources;
  const urns = resources['resources'];
  const hasType = typeof type === 'string';
  const isListed = Array.isArray(urns) && allResources !== true;
  return [
    ...(hasType ? [equals('entityType', [type])] : []),
    // An empty list beside a type lists nothing; alone, clients send it for want of anything to say.
    ...(isListed && (hasType || urns.length > 0) ? [equals('urn', texts(urns))] : []),
  ];
}

function parseFilter(
  json: JsonValue | undefined,
  fields: Readonly<Record<string, EntityAttribute>>,
): readonly EntityCondition[] {
  if (!isJsonObject(json)) return [];
  const { criteria } = json;
  return Array.isArray(criteria) ? criteria.map((item: JsonValue) => parseCriterion(item, fields)) : [NEVER];
}

function parseCriterion(json: JsonValue, fields: Readonly<Record<string, EntityAttribute>>): EntityCondition {
  if (!isJsonObject(json)) return NEVER;
  const { field, condition } = json;
  const name = typeof field === 'string' ? field.toUpperCase() : '';
  if (Object.hasOwn(fields, name)) {
    const attribute = fields[name];
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
 * The property that a criterion names, with the values that it asks for; undefined unless it names exactly one:
 * whether one or all of several would have to match, nobody could tell.
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
