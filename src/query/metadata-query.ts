import type { RuledProperty } from '../model/properties/property-rules.ts';
import type { Aspect, AspectKey, EntityAspects, SystemMetadata } from '../model/aspect.ts';
import type { Filter, SortCriterion } from '../model/filter.ts';
import type { LifecycleStage } from '../model/lifecycle-stage.ts';
import type { AffectedValues, InheritedValues, Violations } from '../model/plan.ts';
import type { PropertyGeneration, GenerationKey } from '../model/properties/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { PropertyDirectory, PropertyValue, ValueType } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { Suggestion } from './suggest-queries.ts';
import type { RowQuery } from './rows/row-query.ts';
import type { FieldSummary, SummaryRequest } from './facets/field-summary.ts';

/**
 * The entities that a search finds, by lifecycle stage. `any`: all. `shown`: those that no stage hides. `published`: of
 * these, no documents that are unpublished or only for their related assets.
 */
export type LifecycleChoice = (typeof LIFECYCLE_CHOICES)[number];

export const LIFECYCLE_CHOICES = ['any', 'shown', 'published'] as const;

/** Options of a search; names and defaults of DataHub's search flags where it has them. */
export interface SearchFlags {
  /** Maximum number of buckets per facet. */
  readonly maxAggValues: number;
  readonly skipAggregates: boolean;
  readonly skipHighlighting: boolean;
  /** Adds similar queries, if few entities match all words. */
  readonly getSuggestions: boolean;
  readonly includeSoftDeleted: boolean;
  /** Adds a facet for each property with `showInSearchFilters`. */
  readonly includeStructuredPropertyFacets: boolean;
  /** True: the query is plain words. False: it is in the query language, see `language/parse-query.ts`. */
  readonly fulltext: boolean;
  /** True: hits must have all words. False: if no entity has all of them, finds those with most of them. */
  readonly allWords: boolean;
  /** Excludes entities that are not the latest version of their version set. */
  readonly filterNonLatestVersions: boolean;
  readonly lifecycle: LifecycleChoice;
  /**
   * Counts all hits, regardless of their number; otherwise the total may be a lower bound, of which the caller is
   * warned.
   */
  readonly exactTotal: boolean;
  /** Replaces hits of type `from` with their parents of type `to`. */
  readonly grouping: readonly { readonly from: string; readonly to: string }[];
}

/** A search with neither facets nor highlighting, and an exact total. */
export const PLAIN_FLAGS: SearchFlags = {
  maxAggValues: 1,
  skipAggregates: true,
  skipHighlighting: true,
  getSuggestions: false,
  includeSoftDeleted: false,
  includeStructuredPropertyFacets: false,
  fulltext: true,
  allWords: false,
  filterNonLatestVersions: false,
  lifecycle: 'shown',
  exactTotal: true,
  grouping: [],
};

/** The assets that people search by default: published ones, in their latest versions. */
export const DEFAULT_ASSETS_FLAGS: SearchFlags = {
  ...PLAIN_FLAGS,
  filterNonLatestVersions: true,
  lifecycle: 'published',
};

/** Conditions and options of a search. */
export interface SearchInput {
  /** Registry names; empty: the default entity types, see `defaultEntityTypes`. */
  readonly entityTypes: readonly string[];
  /** Words, or a query in the query language; an empty query and `*` match everything. */
  readonly query: string;
  /** The text that `query` was built from, if any; the length limit applies to it instead. */
  readonly typed?: string;
  readonly filter: Filter;
  readonly flags: SearchFlags;
}

/** A search with sort order and paging. */
export interface PageInput extends SearchInput {
  readonly sort: readonly SortCriterion[];
  readonly start: number;
  readonly count: number;
  /** `nextScrollId` of the previous page; undefined for the first page. */
  readonly scrollId: string | undefined;
  /** Starts or continues a scroll whose state is kept for this time between pages, in ms; undefined: no scroll. */
  readonly keepAliveMs: number | undefined;
}

export interface SearchHit {
  readonly urn: Urn;
  readonly entityType: string;
  readonly score: number;
  /** Distinct texts that match a condition of the query; empty if highlighting is skipped. */
  readonly matchedFields: readonly { readonly name: string; readonly value: string }[];
}

/** One bucket of a facet. Values as text: numbers as `30.0`, dates as epoch ms, nested values joined with `␞`. */
export interface FacetBucket {
  readonly value: string;
  readonly count: number;
  /** The value as urn, if it is one. */
  readonly entity: Urn | undefined;
  readonly displayName: string | undefined;
}

export interface FacetResult {
  /** The field name as requested. */
  readonly field: string;
  readonly displayName: string;
  /** Urn of the structured property, if the field is one. */
  readonly entity: Urn | undefined;
  readonly buckets: readonly FacetBucket[];
}

export interface SearchOutcome {
  /** Number of hits on all pages; see `SearchFlags.exactTotal`. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
  readonly facets: readonly FacetResult[];
  /** Similar queries that find more, best first; empty unless requested. */
  readonly suggestions: readonly Suggestion[];
  readonly nextScrollId: string | undefined;
}

/** A relationship with the entity at the other end. */
export interface RelatedEntity {
  readonly relationshipType: string;
  readonly urn: Urn;
  /** Query or job that creates the link, if known. */
  readonly via?: Urn;
}

export interface RelatedEntities {
  readonly total: number;
  readonly entities: readonly RelatedEntity[];
}

export interface RelationshipsInput {
  readonly urn: Urn;
  /** Relationship names; empty: all. */
  readonly types: readonly string[];
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly start: number;
  readonly count: number;
  readonly includeSoftDelete: boolean;
  /** Types of the related entities; absent: all. */
  readonly entityTypes?: readonly string[] | undefined;
}

/** A generation of a property whose values are to be counted. */
export interface CountedGeneration extends GenerationKey {
  readonly valueType: ValueType | undefined;
  /** Counts only entities with one of these values, which are not empty; absent: with any. */
  readonly only?: readonly PropertyValue[];
}

/** What breaks the rules of a property, and what inherits its values; `inherited` only if it has such a rule. */
export interface RuledCounts {
  readonly violations: Violations;
  readonly inherited?: InheritedValues;
}

/** Counts that are exact as of one commit. */
export interface AssignmentCounts {
  readonly sequence: Sequence;
  /** One per generation, in the requested order. */
  readonly counts: readonly AffectedValues[];
  /** One per property with rules, in the requested order. */
  readonly ruled: readonly RuledCounts[];
}

/** The read path. Every read takes the scope of its caller; what the scope hides is treated as missing. */
export interface MetadataQuery extends RowQuery {
  /** State of all properties, not filtered by scope: callers must check visibility with the scope. */
  readonly properties: PropertyDirectory;

  /**
   * Latest aspects of several entities, in one store call. `aspectNames` undefined: all, including the key aspect and the
   * aspects derived from the urn. Entities that do not exist are not in the map. TOO_LARGE (ReadTooLargeError) when several
   * values have more than `most` characters together; default: no limit.
   */
  getEntities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    scope: Scope,
    most?: number,
  ): Promise<ReadonlyMap<Urn, EntityAspects>>;

  /**
   * One version of an aspect: 0 or the number in its `systemMetadata` is the latest, a smaller number a former one. For
   * a timeseries aspect, the newest point; not newer than `version` (epoch ms) unless that is 0. Undefined if not
   * stored.
   */
  getAspect(urn: Urn, aspectName: string, version: number, scope: Scope): Promise<Aspect | undefined>;

  /** System metadata of the former versions of an aspect, newest first. */
  formerMetadata(key: AspectKey, scope: Scope): Promise<readonly SystemMetadata[]>;

  /** Sequence of the last commit that the search index is known to contain. */
  indexed(): Sequence;

  /** The entities that exist, including soft-deleted ones. */
  existing(urns: readonly Urn[], scope: Scope): Promise<ReadonlySet<Urn>>;

  /** Finds matching entities, ranked or sorted, with facets unless skipped. Throws INVALID_REQUEST for invalid input. */
  search(input: PageInput, scope: Scope): Promise<SearchOutcome>;

  /**
   * Counts facets, including those without values. `facets` empty: the default facets of the entity types that have
   * values. INVALID_REQUEST for invalid input.
   */
  aggregate(input: SearchInput, facets: readonly string[], scope: Scope): Promise<readonly FacetResult[]>;

  /**
   * Summarizes the values of fields: minimum, maximum, ranges, quantiles, values. Unknown fields are omitted. Throws
   * INVALID_REQUEST for invalid input and above 20 fields.
   */
  summarize(
    input: SearchInput,
    requests: readonly SummaryRequest[],
    scope: Scope,
  ): Promise<readonly FieldSummary[]>;

  /** The lifecycle stages that the scope sees and that are not soft-deleted, in urn order. */
  lifecycleStages(scope: Scope): Promise<readonly LifecycleStage[]>;

  /** The ended generations of the properties that the scope sees. */
  endedGenerations(scope: Scope): Promise<readonly PropertyGeneration[]>;

  /**
   * Counts entities and values with an assignment of these generations, including soft-deleted entities and properties, and
   * the entities that break the rules of `ruled` or inherit their values, without soft-deleted ones.
   * All counts are as of one commit, `since` or later. UNAVAILABLE if the index does not catch up within ten seconds,
   * or if continuous writes prevent a consistent count.
   */
  countAssignments(
    generations: readonly CountedGeneration[],
    since: Sequence,
    scope: Scope,
    ruled?: readonly RuledProperty[],
  ): Promise<AssignmentCounts>;

  /**
   * Lists relationships of an entity, sorted by name, then by urn. Throws INVALID_REQUEST for `count` above 10,000.
   */
  relationships(input: RelationshipsInput, scope: Scope): Promise<RelatedEntities>;
}
