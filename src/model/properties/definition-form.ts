import { parseDefinition, scalarOf, type PropertyDefinition } from '../structured-property.ts';
import type { Urn } from '../urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { SETTING_KEYS } from './property-settings.ts';

/**
 * A definition in the form of definition files, so that printed output can be edited and sent back. Undefined if the
 * entity has no definition. Members without a value are omitted.
 */
export function definitionForm(
  urn: Urn,
  aspects: Readonly<Record<string, JsonObject>>,
): JsonObject | undefined {
  const aspect = aspects['propertyDefinition'];
  if (aspect === undefined) return undefined;
  const definition = parseDefinition(aspect);
  const { description, displayName, allowedValues, allowedTypes, allowedPlatforms, version } = definition;
  const settings = aspects['structuredPropertySettings'];
  return {
    urn,
    qualified_name: definition.qualifiedName,
    type: definition.valueTypeUrn,
    ...(description !== undefined && { description }),
    ...(displayName !== undefined && { display_name: displayName }),
    entity_types: definition.entityTypes,
    cardinality: definition.cardinality,
    ...(allowedValues !== undefined && {
      allowed_values: allowedValues.map((allowed) => allowedValueForm(allowed, definition)),
    }),
    ...(allowedTypes.length > 0 && { type_qualifier: { allowed_types: allowedTypes } }),
    ...(allowedPlatforms.length > 0 && { allowed_platforms: allowedPlatforms }),
    ...(definition.immutable && { immutable: true }),
    ...(version !== undefined && { version }),
    ...(settings !== undefined && { settings: settingsForm(settings) }),
    ...(aspects['status']?.['removed'] === true && { removed: true }),
  };
}

function allowedValueForm(
  { value, description }: NonNullable<PropertyDefinition['allowedValues']>[number],
  { valueType }: PropertyDefinition,
): JsonObject {
  const scalar = scalarOf(value);
  // A file does not define custom data types: their numbers are recognized by not being strings.
  const shown = valueType === undefined ? scalar : String(scalar);
  return { value: shown, ...(description !== undefined && { description }) };
}

function settingsForm(settings: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(SETTING_KEYS).map(([key, member]) => [key, settings[member] === true]),
  );
}
