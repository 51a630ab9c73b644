import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../util/json.ts';

/** Fields that the GraphQL types `Policy` and `DataHubPolicy` share, from the `dataHubPolicyInfo` aspect. */
export function policyMembers(info: JsonObject, references: EntityReferences): JsonObject | object {
  return {
    name: info['displayName'],
    state: info['state'] === 'ACTIVE' || info['state'] === 'DRAFT' ? info['state'] : 'INACTIVE',
    description: info['description'] ?? null,
    privileges: texts(info['privileges']),
    editable: info['editable'] !== false,
    actors: actorFilter(info, references),
    resources: resourceFilter(info, references),
  };
}

/** Type of a policy; METADATA unless it is PLATFORM. */
export function policyType(info: JsonObject): 'PLATFORM' | 'METADATA' {
  return info['type'] === 'PLATFORM' ? 'PLATFORM' : 'METADATA';
}

/** `ActorFilter` of a policy. */
export function actorFilter(info: JsonObject, references: EntityReferences): object {
  const actors = isJsonObject(info['actors']) ? info['actors'] : {};
  const named = (member: string): readonly EntityReference[] =>
    texts(actors[member]).flatMap((urn) => references.find(urn) ?? []);
  return {
    users: texts(actors['users']),
    groups: texts(actors['groups']),
    roles: texts(actors['roles']),
    resourceOwners: actors['resourceOwners'] === true,
    resourceOwnersTypes: Array.isArray(actors['resourceOwnersTypes'])
      ? texts(actors['resourceOwnersTypes'])
      : null,
    allUsers: actors['allUsers'] === true,
    allGroups: actors['allGroups'] === true,
    resolvedUsers: named('users'),
    resolvedGroups: named('groups'),
    resolvedRoles: named('roles'),
    resolvedOwnershipTypes: named('resourceOwnersTypes'),
  };
}

/** `ResourceFilter` of a policy; null if it has no `resources`. */
export function resourceFilter(info: JsonObject, references: EntityReferences): object | null {
  const { resources } = info;
  if (!isJsonObject(resources)) return null;
  return {
    type: resources['type'] ?? null,
    resources: Array.isArray(resources['resources']) ? texts(resources['resources']) : null,
    allResources: resources['allResources'] === true,
    filter: matchFilter(resources['filter'], references),
    privilegeConstraints: matchFilter(resources['privilegeConstraints'], references),
  };
}

/** `PolicyMatchFilter`; null if there is none. */
export function matchFilter(filter: JsonValue | undefined, references: EntityReferences) {
  if (!isJsonObject(filter)) return null;
  const criteria = Array.isArray(filter['criteria']) ? filter['criteria'].filter(isJsonObject) : [];
  return {
    criteria: criteria.map(({ condition, field, structuredPropertyValues, values }) => ({
      field,
      condition: condition ?? 'EQUALS',
      values: texts(values).map((value) => ({ value, entity: references.find(value) ?? null })),
      structuredPropertyValues: Array.isArray(structuredPropertyValues) ? structuredPropertyValues : null,
    })),
  };
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
