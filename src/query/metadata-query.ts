import type { Aspect, EntityAspects } from '../model/aspect.ts';
import type { Filter, SortCriterion } from '../model/filter.ts';
import type { AffectedValues } from '../model/plan.ts';
import type { PropertyGeneration, PropertyLife } from '../model/property-generation.ts';
import type { Scope } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import type { PropertyDirectory, ValueType } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { RowQuery } from './row-query.ts';
import type { FieldSummary, SummaryRequest } from './field-summary.ts';

/** How a search behaves besides its conditions; names and defaults are DataHub's search flags. */
export interface SearchFlags {
  /** Most buckets of a facet. */
  readonly maxAggValues: number;
  readonly skipAggregates: boolean;
  readonly skipHighlighting: boolean;
  readonly includeSoftDeleted: boolean;
  /** Adds a facet for each property whose settings ask for one. */
  readonly includeStructuredPropertyFacets: boolean;
  /** The query is words as people type them; otherwise it is in the query language, see `language/parse-query.ts`. */
  readonly fulltext: boolean;
  /** Finds nothing when no entity has all the words; otherwise those that have most of them. */
  readonly allWords: boolean;
  /** Leaves out entities whose version properties say that a newer version exists. */
  readonly filterNonLatestVersions: boolean;
  /** Replace hits of the first type by the entities of the second that contain them. */
  readonly grouping: readonly { readonly from: string; readonly to: string }[];
}

/** What a search asks for. */
export interface SearchInput {
  /** Registry names; empty: every entity type that describes assets. */
  readonly entityTypes: readonly string[];
  /** Words, or a query in the query language; blank and `*` match everything. */
  readonly query: string;
  /** What somebody typed, where `query` is made of it: then it is this that may not be too long. */
  readonly typed?: string;
  readonly filter: Filter;
  readonly flags: SearchFlags;
}

/** What a page of results asks for besides. */
export interface PageInput extends SearchInput {
  readonly sort: readonly SortCriterion[];
  readonly start: number;
  readonly count: number;
  /** Text of the last page's `nextScrollId`; undefined on the first page. */
  readonly scrollId: string | undefined;
  /** A scroll is wanted; how long its state is kept between pages, in ms. */
  readonly keepAliveMs: number | undefined;
}

/** One hit. */
export interface SearchHit {
  readonly urn: Urn;
  readonly entityType: string;
  readonly score: number;
  /** Texts that meet a condition of the query, words of it for example, each once; empty when highlighting is skipped. */
  readonly matchedFields: readonly { readonly name: string; readonly value: string }[];
}

/** One bucket of a facet, as text: numbers as `30.0`, dates as epoch milliseconds, nested values joined with `␞`. */
export interface FacetBucket {
  readonly value: string;
  readonly count: number;
  /** The entity that the value names, if the value is a urn. */
  readonly entity: Urn | undefined;
  readonly displayName: string | undefined;
}

/** Counted values of one field. */
export interface FacetResult {
  /** As it was asked for. */
  readonly field: string;
  readonly displayName: string;
  /** The property, for a facet on a structured property. */
  readonly entity: Urn | undefined;
  readonly buckets: readonly FacetBucket[];
}

/** One page of results. */
export interface SearchOutcome {
  readonly total: number;
  readonly hits: readonly SearchHit[];
  readonly facets: readonly FacetResult[];
  readonly nextScrollId: string | undefined;
}

/** One end of a relationship. */
export interface RelatedEntity {
  readonly relationshipType: string;
  readonly urn: Urn;
  /** The query or the job that makes the link, if it is known. */
  readonly via?: Urn;
}

/** A page of relationships. */
export interface RelatedEntities {
  readonly total: number;
  readonly entities: readonly RelatedEntity[];
}

/** Which relationships to list. */
export interface RelationshipsInput {
  readonly urn: Urn;
  /** Relationship names; empty: all. */
  readonly types: readonly string[];
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly start: number;
  readonly count: number;
  readonly includeSoftDelete: boolean;
}

/** One life of a property whose values are to be counted. */
export interface CountedLife extends PropertyLife {
  readonly valueType: ValueType | undefined;
}

/** Counts that are all exact as of one commit. */
export interface AssignmentCounts {
  readonly sequence: Sequence;
  /** One per life, in the order asked for. */
  readonly counts: readonly AffectedValues[];
}

/** The read path. Every read takes the scope of its caller. */
export interface MetadataQuery extends RowQuery {
  /** Definitions and their state; what a scope hides is to be asked of the scope. */
  readonly properties: PropertyDirectory;

  /**
   * Latest aspects of several entities in one store call. Names absent: all, with the key aspect and the aspects
   * that are derived from the urn. Entities that do not exist are left out of the map.
   */
  getEntities(
    urns: readonly Urn[],
    aspectNames: readonly string[] | undefined,
    scope: Scope,
  ): Promise<ReadonlyMap<Urn, EntityAspects>>;

  /** One version of one aspect: 0 the latest, 1 the oldest that is kept, and so on. */
  getAspect(urn: Urn, aspectName: string, version: number, scope: Scope): Promise<Aspect | undefined>;

  /** Which of the entities exist (soft-deleted ones do). */
  existing(urns: readonly Urn[], scope: Scope): Promise<ReadonlySet<Urn>>;

  /** Which entities match, ranked or sorted, with facets unless they are skipped. */
  search(input: PageInput, scope: Scope): Promise<SearchOutcome>;

  /** Counts of values. `facets` empty: the default facets of the entity types. */
  aggregate(input: SearchInput, facets: readonly string[], scope: Scope): Promise<readonly FacetResult[]>;

  /** What the values of fields are: least, greatest, ranges, quantiles, values that nothing has. */
  summarize(
    input: SearchInput,
    requests: readonly SummaryRequest[],
    scope: Scope,
  ): Promise<readonly FieldSummary[]>;

  /** Every life that a property ever had, ended ones included, that the scope may know of. */
  propertyGenerations(scope: Scope): Promise<readonly PropertyGeneration[]>;

  /**
   * Entities and values that hold an assignment made in these lives, in soft-deleted entities and of soft-deleted
   * properties, too; as of one commit that is `since` or later. UNAVAILABLE when the index does not get that far.
   */
  countAssignments(lives: readonly CountedLife[], since: Sequence, scope: Scope): Promise<AssignmentCounts>;

  /** Entities at the other end of relationships. */
  relationships(input: RelationshipsInput, scope: Scope): Promise<RelatedEntities>;
}
