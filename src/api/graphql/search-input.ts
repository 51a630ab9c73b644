import type { FilterOperator } from '../../model/filter.ts';

/** A condition in GraphQL's form. */
export interface FacetFilterInput {
  readonly field: string;
  readonly values?: readonly string[] | null;
  readonly value?: string | null;
  readonly negated?: boolean | null;
  readonly condition?: FilterOperator | null;
}

/** Conditions that must all hold. */
export interface AndFilterInput {
  readonly and?: readonly FacetFilterInput[] | null;
}

export interface SortCriterionInput {
  readonly field: string;
  readonly sortOrder: 'ASCENDING' | 'DESCENDING';
}

/** Flags of a search, without DataHub's flags that have no effect here. */
export interface SearchFlagsInput {
  readonly maxAggValues?: number | null;
  readonly skipHighlighting?: boolean | null;
  readonly skipAggregates?: boolean | null;
  readonly groupingSpec?: {
    readonly groupingCriteria?:
      readonly { readonly baseEntityType?: string | null; readonly groupingEntityType: string }[] | null;
  } | null;
  readonly includeSoftDeleted?: boolean | null;
  readonly includeStructuredPropertyFacets?: boolean | null;
  readonly fulltext?: boolean | null;
  readonly filterNonLatestVersions?: boolean | null;
  readonly searchType?: string | null;
  readonly minScore?: number | null;
}

/** Input that all searches share. */
export interface AnySearchInput {
  readonly types?: readonly string[] | null;
  readonly query: string;
  readonly filters?: readonly FacetFilterInput[] | null;
  readonly orFilters?: readonly AndFilterInput[] | null;
  readonly viewUrn?: string | null;
  readonly searchFlags?: SearchFlagsInput | null;
}

/** Input of a search by page or by scroll. */
export interface PagedSearchInput extends AnySearchInput {
  readonly count?: number | null;
  readonly sortInput?: {
    readonly sortCriterion?: SortCriterionInput | null;
    readonly sortCriteria?: readonly SortCriterionInput[] | null;
  } | null;
}

/** Input of a search by page. */
export interface SearchAcrossInput extends PagedSearchInput {
  readonly start?: number | null;
}

/** Input of a search by scroll. */
export interface ScrollAcrossInput extends PagedSearchInput {
  readonly scrollId?: string | null;
  readonly keepAlive?: string | null;
}

/** Input of an aggregation. */
export interface AggregateAcrossInput extends AnySearchInput {
  readonly facets?: readonly (string | null)[] | null;
}
