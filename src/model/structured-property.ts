import { isJsonObject } from '../util/json.ts';
import type { JsonObject } from '../util/json.ts';
import type { Generation } from './sequence.ts';
import type { Urn } from './urn.ts';

/** Entity type, aspect names and namespace of structured properties. */
export const STRUCTURED_PROPERTY = {
  entityType: 'structuredProperty',
  definitionAspect: 'propertyDefinition',
  settingsAspect: 'structuredPropertySettings',
  assignmentAspect: 'structuredProperties',
  /** Filters and facets name a property by this prefix and its qualified name. */
  fieldPrefix: 'structuredProperties.',
} as const;

/** The five value types; any other data type can be registered, but its values cannot be checked. */
export type ValueType = 'string' | 'rich_text' | 'number' | 'date' | 'urn';

/** Value of an assignment, or an allowed value, in the union form of the aspects. */
export type PropertyValue = { readonly string: string } | { readonly double: number };

/** The parsed aspect `propertyDefinition`. */
export interface PropertyDefinition {
  readonly qualifiedName: string;
  readonly displayName: string | undefined;
  readonly description: string | undefined;
  /** Data type urn as stored, `urn:li:dataType:datahub.number`. */
  readonly valueTypeUrn: string;
  /** Undefined for a data type that is none of the five. */
  readonly valueType: ValueType | undefined;
  readonly cardinality: 'SINGLE' | 'MULTIPLE';
  /** Undefined: unrestricted. */
  readonly allowedValues:
    readonly { readonly value: PropertyValue; readonly description: string | undefined }[] | undefined;
  /** Entity type urns. */
  readonly entityTypes: readonly string[];
  /** Entity type urns that a urn value may have; empty: any. */
  readonly allowedTypes: readonly string[];
  /** Data platform urns to which the property is restricted; empty: any. */
  readonly allowedPlatforms: readonly string[];
  readonly immutable: boolean;
  readonly version: string | undefined;
}

/** A property as it stands: its definition, which life of it is live, and whether it is hidden. */
export interface PropertyState {
  readonly urn: Urn;
  readonly definition: PropertyDefinition;
  readonly generation: Generation;
  /** Soft-deleted: values are hidden, new ones and filters are denied. */
  readonly removed: boolean;
  /** Whether its settings ask for a facet in every search. */
  readonly showInSearchFilters: boolean;
}

/** Every defined property at one moment; reads resolve names and visibility with it. */
export interface PropertyDirectory {
  /** The property of this urn, soft-deleted ones included; undefined when there is no definition. */
  get(urn: Urn): PropertyState | undefined;
  /**
   * The property that a filter names: the exact qualified name first, then a name that differs only in `.` and
   * `_` (DataHub's index spelling).
   */
  resolve(qualifiedName: string): PropertyState | undefined;
  all(): Iterable<PropertyState>;
}

/** Parses the aspect; it has been validated when it was written. */
export function parseDefinition(value: JsonObject): PropertyDefinition {
  const valueTypeUrn = text(value['valueType']) ?? '';
  const qualifier = value['typeQualifier'];
  return {
    qualifiedName: text(value['qualifiedName']) ?? '',
    displayName: text(value['displayName']),
    description: text(value['description']),
    valueTypeUrn,
    valueType: valueTypeOf(valueTypeUrn),
    cardinality: value['cardinality'] === 'MULTIPLE' ? 'MULTIPLE' : 'SINGLE',
    allowedValues: Array.isArray(value['allowedValues'])
      ? value['allowedValues'].flatMap(allowedValue)
      : undefined,
    entityTypes: texts(value['entityTypes']),
    allowedTypes: isJsonObject(qualifier) ? texts(qualifier['allowedTypes']) : [],
    allowedPlatforms: texts(value['allowedPlatforms']),
    immutable: value['immutable'] === true,
    version: text(value['version']),
  };
}

/** One of the five value types, from a data type urn with or without the namespace. */
export function valueTypeOf(dataTypeUrn: string): ValueType | undefined {
  const id = dataTypeUrn.replace(/^urn:li:dataType:(datahub\.)?/, '').toLowerCase();
  return VALUE_TYPES.find((valueType) => valueType === id);
}

/** All value types, in the order in which people read them. */
export const VALUE_TYPES: readonly ValueType[] = ['string', 'rich_text', 'number', 'date', 'urn'];

/** The text or number in a value. */
export function scalarOf(value: PropertyValue): string | number {
  return 'string' in value ? value.string : value.double;
}

/** A value of the aspects' union form; undefined when it is none. */
export function propertyValue(json: unknown): PropertyValue | undefined {
  if (!isJsonObject(json)) return undefined;
  if (typeof json['string'] === 'string') return { string: json['string'] };
  if (typeof json['double'] === 'number') return { double: json['double'] };
  return undefined;
}

/** A number as DataHub's texts show a double: `30.0`. */
export function doubleText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21
    ? `${Object.is(value, -0) ? '-0' : value}.0`
    : String(value);
}

function allowedValue(json: unknown): { value: PropertyValue; description: string | undefined }[] {
  if (!isJsonObject(json)) return [];
  const value = propertyValue(json['value']);
  return value === undefined ? [] : [{ value, description: text(json['description']) }];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
