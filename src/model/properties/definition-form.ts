import {
  parseDefinition,
  propertyValue,
  scalarOf,
  type PropertyDefinition,
  type PropertyValue,
} from '../structured-property.ts';
import type { Urn } from '../urn.ts';
import { objects } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { DEFINITION_PARTS, type DefinitionPart } from './definition-parts.ts';
import { DISPLAY_KEYS } from './property-display.ts';
import { SETTING_KEYS } from './property-settings.ts';
import { wordSearchOf } from './word-search.ts';
import { rulesForm } from './rules-form.ts';

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
    ...searchForm(aspect),
    ...partForms(aspects, definition),
    ...(aspects['status']?.['removed'] === true && { removed: true }),
  };
}

/** The word search of the aspect `propertyDefinition` as the member `search`; nothing if it has none. */
export function searchForm(definition: JsonObject): JsonObject {
  const search = wordSearchOf(definition);
  if (search === undefined) return {};
  const { fullText, weight } = search;
  return { search: { full_text: fullText, ...(weight !== undefined && { weight }) } };
}

function allowedValueForm(
  { value, description }: NonNullable<PropertyDefinition['allowedValues']>[number],
  definition: PropertyDefinition,
): JsonObject {
  return { value: plainForm(value, definition), ...(description !== undefined && { description }) };
}

function plainForm(value: PropertyValue, { valueType }: PropertyDefinition): string | number {
  const scalar = scalarOf(value);
  // A file does not define custom data types: their numbers are recognized by not being strings.
  return valueType === undefined ? scalar : String(scalar);
}

/** How a part of a definition is printed: its key, and its members. */
const PART_FORMS: Readonly<
  Record<
    DefinitionPart,
    {
      readonly key: string;
      readonly form: (aspect: JsonObject, definition: PropertyDefinition) => JsonObject;
    }
  >
> = {
  structuredPropertySettings: { key: 'settings', form: settingsForm },
  structuredPropertyDisplay: { key: 'display', form: displayForm },
  structuredPropertyRules: {
    key: 'rules',
    form: (rules, definition) => rulesForm(rules, (value) => plainForm(value, definition)),
  },
};

function partForms(
  aspects: Readonly<Record<string, JsonObject>>,
  definition: PropertyDefinition,
): JsonObject {
  const forms = DEFINITION_PARTS.flatMap((part) => {
    const aspect = aspects[part];
    const { form, key } = PART_FORMS[part];
    return aspect === undefined ? [] : [[key, form(aspect, definition)] as const];
  });
  return Object.fromEntries(forms);
}

function displayForm(display: JsonObject, definition: PropertyDefinition): JsonObject {
  const members = Object.entries(DISPLAY_KEYS).flatMap(([key, member]) => {
    const value = display[member];
    if (value === undefined) return [];
    return [[key, member === 'valueColors' ? colorForms(value, definition) : value] as const];
  });
  return Object.fromEntries(members);
}

function colorForms(valueColors: JsonValue, definition: PropertyDefinition): JsonValue {
  return objects(valueColors).flatMap(({ color, value: json }) => {
    const value = propertyValue(json);
    if (value === undefined || typeof color !== 'string') return [];
    return [{ value: plainForm(value, definition), color: color.toLowerCase() }];
  });
}

function settingsForm(settings: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(SETTING_KEYS).map(([key, member]) => [key, settings[member] === true]),
  );
}
