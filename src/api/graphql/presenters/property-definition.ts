import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { graphqlTypeOf } from '../../../model/registry/entity-type-names.ts';
import { wordSearchOf } from '../../../model/properties/word-search.ts';
import { parseDefinition, valueTypeOf, type PropertyDefinition } from '../../../model/structured-property.ts';
import { urnKey } from '../../../model/urn.ts';
import { text, words } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Value } from '../schema/schema-types.generated.ts';
import { ofType } from './associations.ts';
import { resolvedAuditStamp } from './stamps.ts';

/** Placeholder for a property without definition, as in DataHub, because `definition` cannot be null. */
const NO_DEFINITION: JsonObject = {
  qualifiedName: '',
  cardinality: 'SINGLE',
  immutable: true,
  valueType: 'urn:li:dataType:datahub.string',
  entityTypes: ['urn:li:entityType:datahub.dataset'],
};

/** `StructuredPropertyDefinition` from the `propertyDefinition` aspect; a placeholder if there is none. */
export function propertyDefinition(
  value: JsonObject | undefined,
  references: EntityReferences,
): Value<'StructuredPropertyDefinition'> {
  const stored = value ?? NO_DEFINITION;
  const definition = parseDefinition(stored);
  const shown = {
    ...definition,
    valueType: ofType('dataType', references.find(definition.valueTypeUrn)),
    typeQualifier: typeQualifier(stored, definition, references),
    entityTypes: entityTypes(definition.entityTypes, references),
    created: resolvedAuditStamp(stored['created'], references),
    lastModified: resolvedAuditStamp(stored['lastModified'], references),
    search: wordSearchOf(stored) ?? null,
    allowedPlatforms: stored['allowedPlatforms'] === undefined ? null : platforms(definition, references),
  };
  return shown;
}

/** `DataTypeInfo` of a data type. Type and missing qualified name are derived from the urn. */
export function dataTypeInfo(value: JsonObject | undefined, entity: EntityReference): object {
  const type = valueTypeOf(entity.urn)?.toUpperCase() ?? 'OTHER';
  return { ...typeInfo(value, entity), type };
}

/** `EntityTypeInfo` of an entity type. Type and missing qualified name are derived from the urn. */
export function entityTypeInfo(
  value: JsonObject | undefined,
  entity: EntityReference,
  registry: EntityRegistry,
): object {
  const name = urnKey(entity.urn).replace(/^datahub\./, '');
  return { ...typeInfo(value, entity), type: graphqlTypeOf(registry.findEntity(name)?.name ?? name) };
}

function typeInfo(value: JsonObject | undefined, entity: EntityReference): object {
  return {
    qualifiedName: words(value?.['qualifiedName']) ?? urnKey(entity.urn),
    displayName: text(value?.['displayName']),
    description: text(value?.['description']),
  };
}

function typeQualifier(
  stored: JsonObject,
  definition: PropertyDefinition,
  references: EntityReferences,
): object | null {
  if (stored['typeQualifier'] === undefined) return null;
  return { allowedTypes: entityTypes(definition.allowedTypes, references) };
}

function entityTypes(urns: readonly string[], references: EntityReferences): readonly EntityReference[] {
  return urns.flatMap((urn) => ofType('entityType', references.find(urn)) ?? []);
}

function platforms(definition: PropertyDefinition, references: EntityReferences): readonly EntityReference[] {
  return definition.allowedPlatforms.flatMap((urn) => ofType('dataPlatform', references.find(urn)) ?? []);
}
