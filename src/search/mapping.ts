import { invalidRequest } from '../errors.ts';
import type {
  EntityRegistry,
  EntitySpec,
  SearchableField,
  SearchFieldType,
} from '../model/entity-registry.ts';

/** Field that is `true` on soft-deleted entities and absent on all others. */
export const REMOVED_FIELD = 'removed';
/** Field that holds the entity type by the registry's name; every index fills it by itself. */
export const ENTITY_TYPE_FIELD = '_entityType';
/** Field that stands for the urn of the document; every index knows it by itself. */
export const URN_FIELD = 'urn';

/** How the values of a field are compared: integers, doubles and dates (epoch ms) are numbers in the index. */
export type FieldKind = 'text' | 'boolean' | 'integer' | 'double' | 'date';

/** A field whose values a search counts unless it says which to count. */
export interface FacetField {
  readonly name: string;
  readonly displayName: string;
}

/** The search fields of several entity types together. */
export interface FieldMapping {
  /** How a field is compared; undefined when none of the types has it. Aliases are fields, too. */
  kindOf(name: string): FieldKind | undefined;
  /** Entity types that values of a field may name, if the registry says so. */
  referencesOf(name: string): readonly string[];
  /** Name of a field for people. */
  displayNameOf(name: string): string;
  /** Fields that a query without a field name looks into, with the factor of a match in them. */
  readonly textFields: readonly { readonly field: string; readonly boost: number }[];
  /** Facets that are counted by default, by name. */
  readonly defaultFacets: readonly FacetField[];
}

/** The search fields of a registry. */
export interface Mapping {
  /** The fields of these entity types; names that the registry does not have contribute nothing. */
  of(entityTypes: readonly string[]): FieldMapping;
}

/** Requests name few different sets of entity types; beyond this many the memory of them starts anew. */
const MOST_REMEMBERED = 256;

/**
 * Works out the search fields of every entity type. Throws INVALID_REQUEST when one name holds texts in one type and
 * numbers in another: a filter over both could not be read.
 */
export function createMapping(registry: EntityRegistry): Mapping {
  checkKinds(registry);
  const remembered = new Map<string, FieldMapping>();
  return {
    of(entityTypes) {
      const key = entityTypes.join();
      const known = remembered.get(key);
      if (known !== undefined) return known;
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      const specs = [...new Set(entityTypes)].flatMap((name) => registry.entities.get(name) ?? []);
      const mapping = mapFields(specs);
      remembered.set(key, mapping);
      return mapping;
    },
  };
}

/** Cuts the suffixes that name a sub-field of DataHub's index: here a field has one form. */
export function parentField(name: string): string {
  return name.replace(/\.(?:keyword|delimited|ngram)$/, '');
}

const KINDS: Readonly<Partial<Record<SearchFieldType, FieldKind>>> = {
  BOOLEAN: 'boolean',
  COUNT: 'integer',
  DOUBLE: 'double',
  DATETIME: 'date',
};

/** Of two kinds of one name the more general one: a date is an integer, an integer a double, a flag a text. */
const GENERALITY: readonly FieldKind[] = ['boolean', 'text', 'integer', 'double', 'date'];

interface Fields {
  readonly kinds: Map<string, FieldKind>;
  readonly boosts: Map<string, number>;
  readonly facets: Map<string, string>;
  readonly displayNames: Map<string, string>;
  readonly references: Map<string, readonly string[]>;
}

function mapFields(specs: readonly EntitySpec[]): FieldMapping {
  const fields: Fields = {
    kinds: new Map([
      [URN_FIELD, 'text'],
      [ENTITY_TYPE_FIELD, 'text'],
    ]),
    boosts: new Map(),
    facets: new Map([[ENTITY_TYPE_FIELD, 'Type']]),
    displayNames: new Map([[ENTITY_TYPE_FIELD, 'Type']]),
    references: new Map(),
  };
  for (const spec of specs) {
    for (const aspect of spec.aspects.values()) {
      if (aspect.kind !== 'versioned') continue;
      for (const field of aspect.searchable) addField(fields, field);
      for (const { path, entityTypes } of aspect.relationships) {
        const field = aspect.searchable.find((candidate) => candidate.path.join('/') === path.join('/'));
        if (field !== undefined) addReferences(fields, field.fieldName, entityTypes);
      }
    }
  }
  return freeze(fields);
}

function freeze({ kinds, boosts, facets, displayNames, references }: Fields): FieldMapping {
  const names = [...facets.keys()].sort();
  return {
    kindOf: (name) => kinds.get(name) ?? (kinds.has(mapOf(name)) ? 'text' : undefined),
    referencesOf: (name) => references.get(name) ?? [],
    displayNameOf: (name) => displayNames.get(name) ?? name,
    textFields: [...boosts].map(([field, boost]) => ({ field, boost })),
    defaultFacets: names.map((name) => ({ name, displayName: facets.get(name) ?? name })),
  };
}

/** A field of a map has one sub-field per key; the name of the map ends at the first dot. */
function mapOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : `${name.slice(0, dot)}.`;
}

function addField(fields: Fields, field: SearchableField): void {
  const { fieldName, fieldType, hasValuesFieldName, numValuesFieldName, systemModifiedAtFieldName } = field;
  addKind(fields, fieldType === 'MAP_ARRAY' ? `${fieldName}.` : fieldName, KINDS[fieldType] ?? 'text');
  for (const alias of field.fieldNameAliases) addKind(fields, alias, KINDS[fieldType] ?? 'text');
  const displayName = field.filterNameOverride ?? capitalize(fieldName);
  if (field.addToFilters) {
    fields.facets.set(fieldName, displayName);
    fields.displayNames.set(fieldName, displayName);
  }
  if (hasValuesFieldName !== undefined) {
    addKind(fields, hasValuesFieldName, 'boolean');
    const hasValuesName = field.hasValuesFilterNameOverride ?? capitalize(hasValuesFieldName);
    fields.facets.set(hasValuesFieldName, hasValuesName);
    fields.displayNames.set(hasValuesFieldName, hasValuesName);
  }
  if (numValuesFieldName !== undefined) addKind(fields, numValuesFieldName, 'integer');
  if (systemModifiedAtFieldName !== undefined) addKind(fields, systemModifiedAtFieldName, 'date');
  if (field.queryByDefault) {
    fields.boosts.set(fieldName, Math.max(fields.boosts.get(fieldName) ?? 0, field.boostScore));
  }
}

function addKind({ kinds }: Fields, name: string, kind: FieldKind): void {
  const known = kinds.get(name);
  if (known === undefined || GENERALITY.indexOf(kind) > GENERALITY.indexOf(known)) kinds.set(name, kind);
}

function addReferences({ references }: Fields, name: string, entityTypes: readonly string[]): void {
  references.set(name, [...new Set([...(references.get(name) ?? []), ...entityTypes])]);
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function checkKinds(registry: EntityRegistry): void {
  const known = new Map<string, { readonly isNumber: boolean; readonly aspectName: string }>();
  for (const aspect of registry.aspects.values()) {
    if (aspect.kind !== 'versioned') continue;
    for (const { fieldName, fieldType } of aspect.searchable) {
      const kind = KINDS[fieldType] ?? 'text';
      const isNumber = kind !== 'text' && kind !== 'boolean';
      const other = known.get(fieldName);
      if (other !== undefined && other.isNumber !== isNumber) {
        throw invalidRequest(
          `The search field '${fieldName}' holds numbers and texts: aspects ${other.aspectName} and ${aspect.name} ` +
            'disagree. Give one of the two another fieldName.',
        );
      }
      known.set(fieldName, { isNumber, aspectName: aspect.name });
    }
  }
}
