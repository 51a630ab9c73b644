import { isObject } from '../../../api/is-object.ts';
import { allowedValuesOf, colorsOf, draftOf } from '../definition/draft.ts';
import { SETTINGS } from '../definition/settings.ts';
import { propertyName, type Aspect, type StoredProperty } from '../definition/stored-property.ts';
import { entityTypeName, isNumberType, platformName, VALUE_TYPES } from '../definition/value-types.ts';

/** Formats definitions as a file for `colophon properties upsert -f`. */
export async function writeYaml(properties: readonly StoredProperty[]): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(properties.map(formOf), { lineWidth: 0 });
}

/** A definition in file format; omits members without a value. */
function formOf({ urn, definition, display, rules, settings }: StoredProperty): object {
  const draft = draftOf({ urn, definition, settings });
  const id = propertyName(urn);
  const identity = draft.name === id ? { id } : { urn, qualified_name: draft.name };
  const isNumber = isNumberType(draft.valueType);
  const { version } = definition;
  return {
    ...identity,
    type: VALUE_TYPES.find((type) => type.urn === draft.valueType)?.name ?? draft.valueType,
    ...(draft.displayName !== '' && { display_name: draft.displayName }),
    ...(draft.description !== '' && { description: draft.description }),
    cardinality: draft.isMultiple ? 'MULTIPLE' : 'SINGLE',
    entity_types: draft.entityTypes.map(shortType),
    ...(draft.allowedValues.length > 0 && {
      allowed_values: allowedValuesOf(definition).map(({ value, description }) => ({
        value: isNumber ? Number(value) : value,
        ...(description !== '' && { description }),
      })),
    }),
    ...(draft.allowedTypes.length > 0 && {
      type_qualifier: { allowed_types: draft.allowedTypes.map(shortType) },
    }),
    ...(draft.allowedPlatforms.length > 0 && { allowed_platforms: draft.allowedPlatforms.map(platformName) }),
    ...(draft.isImmutable && { immutable: true }),
    ...(definition['searchConfiguration'] !== undefined && {
      search: {
        full_text: draft.isWordSearched,
        ...(draft.wordWeight !== '' && { weight: Number(draft.wordWeight) }),
      },
    }),
    ...(typeof version === 'string' && { version }),
    ...(settings !== undefined && {
      settings: Object.fromEntries(SETTINGS.map(({ name, key }) => [key, draft.settings[name]])),
    }),
    ...(display !== undefined && { display: displayForm(display, isNumber) }),
    ...(rules !== undefined && { rules: rulesForm(rules) }),
  };
}

/** The display in file format: colors by plain values, in lower case. */
function displayForm({ valueColors, ...labels }: Aspect, isNumber: boolean): object {
  if (valueColors === undefined) return labels;
  const colors = [...colorsOf({ valueColors })].map(([value, color]) => ({
    value: isNumber ? Number(value) : value,
    color: color.toLowerCase(),
  }));
  return { ...labels, value_colors: colors };
}

/** Members of rules with words for programs, which files have in lower case. */
const ENUMS: ReadonlySet<string> = new Set(['level', 'format', 'field', 'condition', 'resolve']);

/** The rules in file format: keys in snake case, plain values. */
function rulesForm(member: unknown): unknown {
  if (Array.isArray(member)) return member.map(rulesForm);
  if (!isObject(member)) return member;
  const { structuredPropertyValues: named, ...rest } = member;
  const [property] = Array.isArray(named) ? named.filter(isObject) : [];
  const [scalar, ...others] = [member['string'], member['double']].filter((value) => value !== undefined);
  if (scalar !== undefined && others.length === 0 && Object.keys(member).length === 1) return scalar;
  const form = Object.entries(rest).map(([key, value]) => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ENUMS.has(key) ? String(value).toLowerCase() : rulesForm(value),
  ]);
  return {
    ...Object.fromEntries(form),
    ...(property && { property: property['propertyUrn'], values: property['values'] }),
  };
}

/** Built-in types are written by name, others by urn. */
function shortType(urn: string): string {
  return urn.startsWith('urn:li:entityType:datahub.') ? entityTypeName(urn) : urn;
}
