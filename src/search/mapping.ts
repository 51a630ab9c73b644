import { invalidRequest } from '../errors.ts';
import type {
  EntityRegistry,
  EntitySpec,
  SearchableField,
  SearchFieldType,
} from '../model/entity-registry.ts';

/** Field that is `true` on soft-deleted entities and absent on all others. */
export const REMOVED_FIELD = 'removed';
/** Field with the entity type by the registry's name; filled by every index, not part of documents. */
export const ENTITY_TYPE_FIELD = '_entityType';
/**
 * Field with the time (epoch ms) of the last change of an entity in the catalog: of the newest of its aspects that people and
 * clients write. Times that the source reports are in other fields.
 */
export const MODIFIED_FIELD = 'catalogModifiedAt';
/** The same for callers who may not see every property: without the aspects with values of properties. */
export const MODIFIED_IN_PART_FIELD = '~catalogModifiedAt';
/** Field with the urn of the document; filled by every index, not part of documents. */
export const URN_FIELD = 'urn';

/** Field with the whole paths of a `BROWSE_PATH` field, which itself has the path to every step. */
export function wholePathField(field: string): string {
  return `${field}.whole`;
}

/** Whether a field has no public name: only conditions of the catalog itself use it, all of them case-sensitive. */
export function isInternal(field: string): boolean {
  return field.startsWith('~');
}

/** Type of a field: integers, doubles and dates (epoch ms) are numbers in the index, the others texts. */
export type FieldKind = 'text' | 'boolean' | 'integer' | 'double' | 'date';

/** A facet counted by default. */
export interface FacetField {
  readonly name: string;
  readonly displayName: string;
}

/** The combined search fields of several entity types. */
export interface FieldMapping {
  /** Kind of a field or alias; undefined when none of the types has it. */
  kindOf(name: string): FieldKind | undefined;
  /** Entity types that values of a field may refer to; empty when the registry declares none. */
  referencesOf(name: string): readonly string[];
  /** Display name of a field; its name when it has none. */
  displayNameOf(name: string): string;
  /** Fields that a query without a field name searches, with their boosts. */
  readonly textFields: readonly { readonly field: string; readonly boost: number }[];
  /** Facets counted by default, sorted by name. */
  readonly defaultFacets: readonly FacetField[];
}

/** The search fields of a registry. */
export interface Mapping {
  /** The fields of these entity types; unknown types are ignored. */
  of(entityTypes: readonly string[]): FieldMapping;
}

/** Maximum sets of entity types in the cache, which is then cleared. Requests use few different sets. */
const MOST_CACHED = 256;

/**
 * Creates the mapping of a registry. Throws INVALID_REQUEST when a field name holds texts in one aspect and numbers
 * in another, because the values of a filter could then not be parsed.
 */
export function createMapping(registry: EntityRegistry): Mapping {
  checkKinds(registry);
  const cache = new Map<string, FieldMapping>();
  return {
    of(entityTypes) {
      const key = entityTypes.join();
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (cache.size >= MOST_CACHED) cache.clear();
      const specs = [...new Set(entityTypes)].flatMap((name) => registry.entities.get(name) ?? []);
      const mapping = mapFields(specs);
      cache.set(key, mapping);
      return mapping;
    },
  };
}

/**
 * Strips the sub-field suffixes of DataHub's index (`.keyword`, `.delimited`, `.ngram`): here a field has one form.
 */
export function parentField(name: string): string {
  return name.replace(/\.(?:keyword|delimited|ngram)$/, '');
}

const KINDS: Readonly<Partial<Record<SearchFieldType, FieldKind>>> = {
  BOOLEAN: 'boolean',
  COUNT: 'integer',
  DOUBLE: 'double',
  DATETIME: 'date',
};

/** Where aspects declare different kinds for a field, the last of these wins. Texts and numbers cannot be mixed. */
const GENERALITY: readonly FieldKind[] = ['boolean', 'text', 'integer', 'double', 'date'];

interface Fields {
  readonly kinds: Map<string, FieldKind>;
  readonly boosts: Map<string, number>;
  readonly facets: Map<string, string>;
  readonly displayNames: Map<string, string>;
  readonly references: Map<string, readonly string[]>;
}

/** Names of all fields that the registry allows in documents, without the sub-fields of maps. */
export function fieldNamesOf(registry: EntityRegistry): readonly string[] {
  const { kinds } = collectFields([...registry.entities.values()]);
  return [...kinds.keys()].filter((name) => !name.endsWith('.'));
}

function mapFields(specs: readonly EntitySpec[]): FieldMapping {
  return freeze(collectFields(specs));
}

function collectFields(specs: readonly EntitySpec[]): Fields {
  const fields: Fields = {
    kinds: new Map([
      [URN_FIELD, 'text'],
      [ENTITY_TYPE_FIELD, 'text'],
      [MODIFIED_FIELD, 'date'],
    ]),
    boosts: new Map(),
    facets: new Map([[ENTITY_TYPE_FIELD, 'Type']]),
    displayNames: new Map([
      [ENTITY_TYPE_FIELD, 'Type'],
      [MODIFIED_FIELD, 'Changed in the catalog'],
    ]),
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
  return fields;
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

/** Key of the map field that a sub-field `map.key` belongs to: `map.`, up to the first dot; '' for other names. */
function mapOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? '' : `${name.slice(0, dot)}.`;
}

function addField(fields: Fields, field: SearchableField): void {
  const { fieldName, fieldType, hasValuesFieldName, numValuesFieldName, systemModifiedAtFieldName } = field;
  addKind(fields, fieldType === 'MAP_ARRAY' ? `${fieldName}.` : fieldName, KINDS[fieldType] ?? 'text');
  if (fieldType === 'BROWSE_PATH') addKind(fields, wholePathField(fieldName), 'text');
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
