import type { JsonObject, JsonValue } from '../util/json.ts';

/** Scalars of the aspect schemas, as in Avro. */
export type ScalarKind = 'string' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes';

export type FieldType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: ReadonlySet<string> }
  | { readonly kind: 'array'; readonly items: FieldType }
  | { readonly kind: 'map'; readonly values: FieldType }
  | { readonly kind: 'record'; readonly record: RecordSpec }
  | {
      readonly kind: 'union';
      readonly members: readonly UnionMember[];
      /** The schema names the members, so that keys are these aliases. */
      readonly isAliased?: boolean;
    };

/** One alternative of a union; in JSON it is an object with this one key. */
export interface UnionMember {
  /** `string`, `double`, ... or the full class name (`com.linkedin.schema.StringType`); in an aliased union the alias. */
  readonly key: string;
  readonly type: FieldType;
}

/** A record type; shared by every field that refers to it (records may be recursive). */
export interface RecordSpec {
  /** Full class name as on the wire, `com.linkedin.common.AuditStamp`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldSpec>;
}

/** One field of a record, with its annotations for search, relationships and validation. */
export interface FieldSpec {
  readonly name: string;
  readonly type: FieldType;
  /** May be absent or null. */
  readonly optional: boolean;
  /** Schema default. If present, the field may be absent; the default is never written into values. */
  readonly default?: JsonValue;
  /** The string (or each string of the array, or each key of the map) must be a urn. */
  readonly isUrn: boolean;
  /** Urn class from the schema, such as `DatasetUrn`, or `Urn` for any; present if `isUrn`. */
  readonly urnClass?: string;
  readonly urnValidation?: UrnValidation;
  readonly searchable: readonly SearchableField[];
  readonly relationships: readonly RelationshipField[];
}

/** Rules for a urn in this field, checked on write. */
export interface UrnValidation {
  readonly entityTypes: readonly string[];
  readonly exist: boolean;
  readonly strict: boolean;
}

/** Search field types of DataHub's annotations. */
export type SearchFieldType =
  | 'KEYWORD'
  | 'TEXT'
  | 'TEXT_PARTIAL'
  | 'WORD_GRAM'
  | 'BROWSE_PATH'
  | 'BROWSE_PATH_V2'
  | 'URN'
  | 'URN_PARTIAL'
  | 'BOOLEAN'
  | 'COUNT'
  | 'DATETIME'
  | 'OBJECT'
  | 'MAP_ARRAY'
  | 'DOUBLE';

/** Search field that is filled from a field of an aspect. */
export interface SearchableField {
  /** Name in filters, facets and sort criteria. */
  readonly fieldName: string;
  readonly fieldType: SearchFieldType;
  /**
   * Path from the annotated field (in `AspectSpec`: from the aspect's root) to the values: member names, and `*` for
   * each element of an array; empty for the field itself. A path that ends at a map selects its entries: strings
   * `key=value`, or with MAP_ARRAY one sub-field per key.
   */
  readonly path: readonly string[];
  readonly queryByDefault: boolean;
  readonly enableAutocomplete: boolean;
  readonly boostScore: number;
  readonly addToFilters: boolean;
  readonly addHasValuesToFilters: boolean;
  readonly filterNameOverride?: string;
  /** Name of the boolean search field that is true if there is a value, if declared. */
  readonly hasValuesFieldName?: string;
  readonly hasValuesFilterNameOverride?: string;
  /** Name of the search field that holds the number of values, if declared. */
  readonly numValuesFieldName?: string;
  /** Alternative names of the field in filters. */
  readonly fieldNameAliases: readonly string[];
  /** Score factors by field value, if declared. */
  readonly weightsPerFieldValue?: ReadonlyMap<string, number>;
  /** Name of the search field with the time of the last write of the aspect, if declared. */
  readonly systemModifiedAtFieldName?: string;
}

/** Declared relationship from the entity with the aspect to the urns in a field. */
export interface RelationshipField {
  readonly name: string;
  readonly entityTypes: readonly string[];
  /** Path to the urns, as in `SearchableField.path`. */
  readonly path: readonly string[];
  readonly isLineage: boolean;
  /** Lineage only: false if the urn in the field is downstream of the entity. */
  readonly isUpstream: boolean;
  /** Paths from the aspect's root to details of the link, for those that are declared. */
  readonly details: Readonly<Partial<Record<LinkDetail, readonly string[]>>>;
}

/** Details of a link. Times are epoch ms, actors and `via` are urns, `properties` is a map of strings. */
export type LinkDetail = 'createdOn' | 'createdActor' | 'updatedOn' | 'updatedActor' | 'properties' | 'via';

/** Specification of one aspect: a named record attached to an entity, the unit of write. */
export interface AspectSpec {
  readonly name: string;
  readonly kind: 'versioned' | 'timeseries';
  /** Class name of the Rest.li protocol, `com.linkedin.structured.StructuredProperties`. */
  readonly className: string;
  readonly schemaVersion: number;
  readonly record: RecordSpec;
  /** Entity type of which this is the key aspect. */
  readonly keyOf?: string;
  /** All search fields with paths from the aspect's root, in schema order. */
  readonly searchable: readonly SearchableField[];
  /** All relationships with paths from the aspect's root. */
  readonly relationships: readonly RelationshipField[];
}

/** Specification of one entity type: its key aspect and the aspects its entities can have. */
export interface EntitySpec {
  readonly name: string;
  readonly keyAspect: AspectSpec;
  /** Includes the key aspect. */
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  readonly category: string;
  /** DataHub's search group of the entity type, if declared. */
  readonly searchGroup?: string;
}

/** The loaded metadata model. Immutable. */
export interface EntityRegistry {
  /** Entity types by exact name. */
  readonly entities: ReadonlyMap<string, EntitySpec>;
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  /** Changes whenever an entity type or aspect changes; cache key for clients. */
  readonly fingerprint: string;
  /** Finds an entity type by name, ignoring case: DataHub's clients vary it in paths and urns. */
  findEntity(name: string): EntitySpec | undefined;
}

/** One registry file, read but not yet interpreted. */
export interface RegistryFile {
  /** Path below the registry folder, for error messages. */
  readonly path: string;
  readonly content: JsonObject;
}
