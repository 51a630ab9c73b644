import type { JsonObject, JsonValue } from '../util/json.ts';

/** Scalars of the aspect schemas, as in Avro. */
export type ScalarKind = 'string' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes';

/** Type of a field of an aspect. */
export type FieldType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: ReadonlySet<string> }
  | { readonly kind: 'array'; readonly items: FieldType }
  | { readonly kind: 'map'; readonly values: FieldType }
  | { readonly kind: 'record'; readonly record: RecordSpec }
  | { readonly kind: 'union'; readonly members: readonly UnionMember[] };

/** One alternative of a union; in JSON it is an object with this one key. */
export interface UnionMember {
  /** `string`, `double`, ... or the full class name (`com.linkedin.schema.StringType`). */
  readonly key: string;
  readonly type: FieldType;
}

/** A record type; shared by every field that refers to it (records may be recursive). */
export interface RecordSpec {
  /** Full class name as on the wire, `com.linkedin.common.AuditStamp`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldSpec>;
}

/** One field of a record with the annotations that searching, linking and checking derive from. */
export interface FieldSpec {
  readonly name: string;
  readonly type: FieldType;
  /** May be left out or null. */
  readonly optional: boolean;
  /** Present when the schema has a default, so that the field may be left out; never written into values. */
  readonly default?: JsonValue;
  /** The string (or each string of the array, or each key of the map) must be a urn. */
  readonly isUrn: boolean;
  /** With isUrn: the class of urn that the schema names, `DatasetUrn` for example; `Urn` for any. */
  readonly urnClass?: string;
  readonly urnValidation?: UrnValidation;
  readonly searchable: readonly SearchableField[];
  readonly relationships: readonly RelationshipField[];
}

/** What a urn in this field must satisfy when it is written. */
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

/** One search field that a field of an aspect feeds. */
export interface SearchableField {
  /** Name in filters, facets and sort orders. */
  readonly fieldName: string;
  readonly fieldType: SearchFieldType;
  /**
   * Where below the annotated field the values are: empty for the field itself, else member names; `*` steps into
   * each element of an array. A path that ends at a map stands for its entries: texts `key=value`, or with
   * MAP_ARRAY one sub-field per key.
   */
  readonly path: readonly string[];
  readonly queryByDefault: boolean;
  readonly enableAutocomplete: boolean;
  readonly boostScore: number;
  readonly addToFilters: boolean;
  readonly addHasValuesToFilters: boolean;
  readonly filterNameOverride?: string;
  /** Name of the boolean search field that tells whether there is a value, if declared. */
  readonly hasValuesFieldName?: string;
  readonly hasValuesFilterNameOverride?: string;
  /** Name of the search field that holds the number of values, if declared. */
  readonly numValuesFieldName?: string;
  /** Other names under which a filter may name the field. */
  readonly fieldNameAliases: readonly string[];
  /** Factors by which certain values of the field scale the score of a match, if declared. */
  readonly weightsPerFieldValue?: ReadonlyMap<string, number>;
  /** Name of the search field that holds when the aspect was last written, if declared. */
  readonly systemModifiedAtFieldName?: string;
}

/** One declared link from the entity that holds the aspect to the urns in a field. */
export interface RelationshipField {
  readonly name: string;
  readonly entityTypes: readonly string[];
  /** As in SearchableField. */
  readonly path: readonly string[];
  readonly isLineage: boolean;
  /** Of a lineage link: false when the urn in the field is downstream of the entity. */
  readonly isUpstream: boolean;
  /** Where the aspect tells how the link came about, if it does. */
  readonly details: Readonly<Partial<Record<LinkDetail, readonly string[]>>>;
}

/** What an aspect may tell of a link; times are epoch ms, actors and `via` urns, properties texts by name. */
export type LinkDetail = 'createdOn' | 'createdActor' | 'updatedOn' | 'updatedActor' | 'properties' | 'via';

/** A named record attached to an entity: the unit of writing. */
export interface AspectSpec {
  readonly name: string;
  readonly kind: 'versioned' | 'timeseries';
  /** Class name of the Rest.li protocol, `com.linkedin.structured.StructuredProperties`. */
  readonly className: string;
  readonly schemaVersion: number;
  readonly record: RecordSpec;
  /** Set when the aspect is derived from the urn of this entity type. */
  readonly keyOf?: string;
  /** Every search field of the aspect with the path from its root, in schema order. */
  readonly searchable: readonly SearchableField[];
  /** Every relationship of the aspect with the path from its root. */
  readonly relationships: readonly RelationshipField[];
}

/** A kind of entity: its key and the aspects it may carry. */
export interface EntitySpec {
  readonly name: string;
  readonly keyAspect: AspectSpec;
  /** Includes the key aspect. */
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  readonly category: string;
  /** Aspect names whose search fields are the entity's default search group, if declared. */
  readonly searchGroup?: string;
}

/** The loaded metadata model; immutable. */
export interface EntityRegistry {
  /** Entity types by exact name. */
  readonly entities: ReadonlyMap<string, EntitySpec>;
  readonly aspects: ReadonlyMap<string, AspectSpec>;
  /** Changes whenever an entity type or an aspect changes; clients cache by it. */
  readonly fingerprint: string;
  /** Finds an entity type ignoring case, as paths and urns of DataHub's clients need. */
  findEntity(name: string): EntitySpec | undefined;
}

/** One file of the registry as it was read, still to be understood. */
export interface RegistryFile {
  /** Path below the registry folder, for error messages. */
  readonly path: string;
  readonly content: JsonObject;
}
