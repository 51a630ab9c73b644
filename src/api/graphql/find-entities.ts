import type { Filter, SortCriterion } from '../../model/filter.ts';
import type { SearchOutcome } from './catalog-types.ts';
import type { EntityReference } from './entity-reference.ts';
import type { GraphqlContext } from './graphql-context.ts';
import { notNegative } from './resolvers/relationships.ts';

/** Which entities a list shows. */
export interface Listing {
  readonly entityTypes: readonly string[];
  /** Words; everything if left out. */
  readonly query?: string | null | undefined;
  /** What somebody typed, where the query and the filter are made of it. */
  readonly typed?: string;
  readonly filter?: Filter;
  /** By relevance, then by urn, if left out. */
  readonly sort?: readonly SortCriterion[];
  readonly start?: number | null | undefined;
  /** 20 if left out. */
  readonly count?: number | null | undefined;
  readonly includeSoftDeleted?: boolean;
}

/** A page of a list. */
export interface FoundPage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  readonly entities: readonly EntityReference[];
}

const DEFAULT_COUNT = 20;

/** A page of the entities that match. */
export async function findEntities(listing: Listing, context: GraphqlContext): Promise<FoundPage> {
  const { hits, total } = await searchPlainly(listing, context);
  const entities = hits.map(({ urn, entityType }) => ({ urn, entityType }));
  return { start: listing.start ?? 0, count: entities.length, total, entities };
}

/** The same as results of a search, without facets and matched words. */
export function searchPlainly(listing: Listing, { catalog }: GraphqlContext): Promise<SearchOutcome> {
  return catalog.search({
    entityTypes: listing.entityTypes,
    query: listing.query ?? '',
    ...(listing.typed !== undefined && { typed: listing.typed }),
    filter: listing.filter ?? [],
    sort: listing.sort ?? [],
    start: notNegative('start', listing.start ?? 0),
    count: notNegative('count', listing.count ?? DEFAULT_COUNT),
    scrollId: undefined,
    keepAliveMs: undefined,
    flags: {
      maxAggValues: 1,
      skipAggregates: true,
      skipHighlighting: true,
      includeSoftDeleted: listing.includeSoftDeleted ?? false,
      includeStructuredPropertyFacets: false,
      fulltext: true,
      allWords: false,
      filterNonLatestVersions: false,
      grouping: [],
    },
  });
}

/** A condition that any of the values meets. */
export function equalTo(field: string, ...values: readonly string[]): Filter[number][number] {
  return { field, operator: 'EQUAL', values, negated: false };
}

/** The condition that a field has no value. */
export function isMissing(field: string): Filter[number][number] {
  return { field, operator: 'EXISTS', values: [], negated: true };
}
