import type { EntityRegistry } from '../entity-registry.ts';
import { PROPERTY_FIELD, RESOURCE_FIELDS, criterionProperty } from './policy.ts';
import { parseConstraints } from './privilege-constraints.ts';
import { isGrantable, unknownPrivilege } from './privileges.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';
import { entityTypeOf, isUrn } from '../urn.ts';
import { suggestion } from '../../util/closest-name.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/**
 * Problems of a policy value before it is written; empty if the policy is valid. Unknown names must be rejected here:
 * in a stored policy they silently grant nothing.
 */
export function policyProblems(value: JsonObject, registry: EntityRegistry): readonly string[] {
  const resources = isJsonObject(value['resources']) ? value['resources'] : {};
  const actors = isJsonObject(value['actors']) ? value['actors'] : {};
  const { privileges } = value;
  return [
    ...(typeof value['displayName'] === 'string' && value['displayName'].trim() !== ''
      ? []
      : ['name must not be empty.']),
    ...listed(privileges)
      .filter((name) => typeof name !== 'string' || !isGrantable(name))
      .map((name) => unknownPrivilege(typeof name === 'string' ? name : JSON.stringify(name))),
    ...['users', 'groups', 'roles', 'resourceOwnersTypes'].flatMap((member) =>
      listed(actors[member])
        .filter((urn) => typeof urn !== 'string' || !isUrn(urn))
        .map((urn) => `Invalid urn!: ${JSON.stringify(urn)} in actors.${member}.`),
    ),
    ...typeProblems(resources['type'] === null ? [] : listed(resources['type'] ?? []), registry),
    ...criterionProblems(value),
    ...criteriaOf(resources['filter']).flatMap(({ field, values }) =>
      field === 'TYPE' || field === 'RESOURCE_TYPE' ? typeProblems(listed(values), registry) : [],
    ),
    ...parseConstraints(resources['privilegeConstraints']).problems,
  ];
}

/** Problems of the criteria that select the resources of a policy: unknown fields and invalid property criteria. */
export function criterionProblems(value: JsonObject): readonly string[] {
  const resources = isJsonObject(value['resources']) ? value['resources'] : {};
  return criteriaOf(resources['filter']).flatMap(criterionProblem);
}

/** Problems of one criterion: an unknown field, or no structured property. */
export function criterionProblem(criterion: JsonObject): readonly string[] {
  return isAboutProperty(criterion) ? propertyProblems(criterion) : fieldProblems(criterion);
}

function isAboutProperty({ field }: JsonObject): boolean {
  return typeof field === 'string' && field.toUpperCase() === PROPERTY_FIELD;
}

function propertyProblems(criterion: JsonObject): readonly string[] {
  const named = criterionProperty(criterion);
  if (named === undefined) {
    return [
      `A criterion '${PROPERTY_FIELD}' needs exactly one property in structuredPropertyValues. ` +
        'Use one criterion per property; all criteria must match.',
    ];
  }
  const { propertyUrn } = named;
  const isProperty = isUrn(propertyUrn) && entityTypeOf(propertyUrn) === STRUCTURED_PROPERTY.entityType;
  return isProperty ? [] : [`Invalid urn!: ${JSON.stringify(propertyUrn)} is not a structured property.`];
}

function fieldProblems({ field }: JsonObject): readonly string[] {
  const known = [...Object.keys(RESOURCE_FIELDS), PROPERTY_FIELD];
  if (typeof field === 'string' && Object.hasOwn(RESOURCE_FIELDS, field.toUpperCase())) return [];
  const name = typeof field === 'string' ? field : JSON.stringify(field ?? null);
  return [`There is no criterion '${name}'.${suggestion(name, known)} Use one of ${known.join(', ')}.`];
}

/** Problems of names of entity types: those that the registry does not have. */
export function typeProblems(names: readonly JsonValue[], registry: EntityRegistry): readonly string[] {
  return names.flatMap((name) => {
    if (typeof name === 'string' && registry.entities.has(name)) return [];
    const text = typeof name === 'string' ? name : JSON.stringify(name);
    return [
      `There is no entity type '${text}'.${suggestion(text, [...registry.entities.keys()])} Use a name from the entity registry, such as dataset.`,
    ];
  });
}

function criteriaOf(filter: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(filter) ? listed(filter['criteria']).filter(isJsonObject) : [];
}

function listed(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
