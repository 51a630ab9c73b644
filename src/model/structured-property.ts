import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.ts';
import { asNumber } from './properties/number-text.ts';
import { wordSearchOf } from './properties/word-search.ts';
import type { Generation } from './sequence.ts';
import type { Urn } from './urn.ts';

/** Entity type, aspect names and namespace of structured properties. */
export const STRUCTURED_PROPERTY = {
  entityType: 'structuredProperty',
  definitionAspect: 'propertyDefinition',
  settingsAspect: 'structuredPropertySettings',
  displayAspect: 'structuredPropertyDisplay',
  rulesAspect: 'structuredPropertyRules',
  assignmentAspect: 'structuredProperties',
  /** Prefix of the qualified name in filters and facets. */
  fieldPrefix: 'structuredProperties.',
  /** The same for own and inherited values. */
  effectivePrefix: 'effectiveProperties.',
} as const;

/** The supported value types. Other data types can be registered, but their values are not validated. */
export type ValueType = 'string' | 'rich_text' | 'number' | 'date' | 'urn';

/** Assigned or allowed value, in the union form of the aspects. */
export type PropertyValue = { readonly string: string } | { readonly double: number };

/** The parsed aspect `propertyDefinition`. */
export interface PropertyDefinition {
  readonly qualifiedName: string;
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  /** Data type urn as stored, `urn:li:dataType:datahub.number`. */
  readonly valueTypeUrn: string;
  /** Undefined for any other data type. */
  readonly valueType: ValueType | undefined;
  readonly cardinality: 'SINGLE' | 'MULTIPLE';
  /** Undefined: unrestricted, for which an empty list may be stored. */
  readonly allowedValues:
    | readonly { readonly value: PropertyValue; readonly description: string | undefined }[]
    | undefined;
  /** Entity type urns. */
  readonly entityTypes: readonly string[];
  /** Entity type urns allowed for urn values; empty: any. */
  readonly allowedTypes: readonly string[];
  /** Data platform urns to which the property is restricted; empty: any. */
  readonly allowedPlatforms: readonly string[];
  readonly immutable: boolean;
  readonly version: string | undefined;
  /** Weight of the words of values in searches for words; undefined: these do not search the values. */
  readonly wordWeight: number | undefined;
}

/** Current state of a property: definition, live generation, soft deletion. */
export interface PropertyState {
  readonly urn: Urn;
  readonly definition: PropertyDefinition;
  readonly generation: Generation;
  /** Soft-deleted: values are hidden, new values and filters are rejected. */
  readonly removed: boolean;
  /** Whether the display settings request a facet in every search. */
  readonly showInSearchFilters: boolean;
  /** The aspect `structuredPropertyRules`, which `parseRules` parses; undefined: it has none. */
  readonly rules: JsonObject | undefined;
}

/** Current state of all defined properties; reads resolve names and visibility with it. */
export interface PropertyDirectory {
  /** Property by urn, including soft-deleted ones; undefined if there is no definition. */
  get(urn: Urn): PropertyState | undefined;
  /**
   * Property by name: first the one with the name in its urn, then one with this qualified name, then one whose
   * qualified name differs only in `.` and `_` (DataHub's spelling in the index). Of several, which exist in old
   * catalogs, the first that is not soft-deleted.
   */
  resolve(name: string): PropertyState | undefined;
  all(): Iterable<PropertyState>;
  /** The properties that have rules, including soft-deleted ones. */
  ruled(): Iterable<PropertyState>;
  /** The properties whose values are searched for words, without soft-deleted ones. */
  worded(): Iterable<PropertyState>;
}

// Cached: one decision parses a definition several times, and it may have a hundred thousand allowed values.
const parsed = new WeakMap<JsonObject, PropertyDefinition>();

/** Parses the aspect `propertyDefinition`, which was validated on write. */
export function parseDefinition(value: JsonObject): PropertyDefinition {
  let definition = parsed.get(value);
  if (definition === undefined) {
    definition = parsedDefinition(value);
    parsed.set(value, definition);
  }
  return definition;
}

function parsedDefinition(value: JsonObject): PropertyDefinition {
  const valueTypeUrn = text(value['valueType']) ?? '';
  const valueType = valueTypeOf(valueTypeUrn);
  const qualifier = value['typeQualifier'];
  const allowedValues = Array.isArray(value['allowedValues'])
    ? value['allowedValues'].flatMap((item: JsonValue) => allowedValue(item, valueType))
    : [];
  return {
    qualifiedName: text(value['qualifiedName']) ?? '',
    displayName: text(value['displayName']),
    description: text(value['description']),
    valueTypeUrn,
    valueType,
    cardinality: value['cardinality'] === 'MULTIPLE' ? 'MULTIPLE' : 'SINGLE',
    allowedValues: allowedValues.length > 0 ? allowedValues : undefined,
    entityTypes: texts(value['entityTypes']),
    allowedTypes: isJsonObject(qualifier) ? texts(qualifier['allowedTypes']) : [],
    allowedPlatforms: texts(value['allowedPlatforms']),
    immutable: value['immutable'] === true,
    version: text(value['version']),
    wordWeight: holdsWords(valueType) ? wordWeightOf(value) : undefined,
  };
}

/** Value type of a data type urn, with or without the namespace `datahub.`; undefined for other data types. */
export function valueTypeOf(dataTypeUrn: string): ValueType | undefined {
  const id = dataTypeUrn.replace(/^urn:li:dataType:(datahub\.)?/, '').toLowerCase();
  return VALUE_TYPES.find((valueType) => valueType === id);
}

/** Whether values of the type are texts to read, whose words can be searched. */
export function holdsWords(valueType: ValueType | undefined): boolean {
  return valueType === 'string' || valueType === 'rich_text';
}

function wordWeightOf(definition: JsonObject): number | undefined {
  const search = wordSearchOf(definition);
  return search?.fullText === true ? (search.weight ?? 1) : undefined;
}

/** All value types, in display order. */
export const VALUE_TYPES: readonly ValueType[] = ['string', 'rich_text', 'number', 'date', 'urn'];

/** The string or number in a value. */
export function scalarOf(value: PropertyValue): string | number {
  return 'string' in value ? value.string : value.double;
}

/** Parses a value in the union form of the aspects; undefined if it has another form. */
export function propertyValue(json: unknown): PropertyValue | undefined {
  if (!isJsonObject(json)) return undefined;
  if (typeof json['string'] === 'string') return { string: json['string'] };
  if (typeof json['double'] === 'number') return { double: json['double'] };
  return undefined;
}

/** Formats a number as in DataHub's messages: `30.0`. */
export function doubleText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21
    ? `${Object.is(value, -0) ? '-0' : value}.0`
    : String(value);
}

function allowedValue(
  json: JsonValue,
  valueType: ValueType | undefined,
): { value: PropertyValue; description: string | undefined }[] {
  if (!isJsonObject(json) || json['value'] === undefined) return [];
  const value = propertyValue(valueType === 'number' ? asNumber(json['value']) : json['value']);
  return value === undefined ? [] : [{ value, description: text(json['description']) }];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
