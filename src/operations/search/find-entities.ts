import type { Filter, SortCriterion } from '../../model/filter.ts';
import { PLAIN_FLAGS, type LifecycleChoice, type PageInput } from '../../query/metadata-query.ts';
import type { EntityReference } from '../../model/entity-reference.ts';
import type { Reading } from '../work.ts';
import { notNegative } from '../../util/not-negative.ts';
import { DEFAULT_COUNT } from './page-count.ts';

export { DEFAULT_COUNT } from './page-count.ts';

/** A query for one page of entities. */
export interface Listing {
  readonly entityTypes: readonly string[];
  /** Search query. Default: matches everything. */
  readonly query?: string | null | undefined;
  /** The user's text, if query or filter derive from it; the length limit of queries applies to it. */
  readonly typed?: string;
  readonly filter?: Filter;
  /** Default: by relevance, then by urn. */
  readonly sort?: readonly SortCriterion[];
  readonly start?: number | null | undefined;
  /** Default: 20. */
  readonly count?: number | null | undefined;
  readonly includeSoftDeleted?: boolean;
  /** Default: `shown`. */
  readonly lifecycle?: LifecycleChoice;
}

/** One page of entities. */
export interface FoundPage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  readonly entities: readonly EntityReference[];
}

/** Finds one page of matching entities. Throws INVALID_REQUEST for a negative start or count. */
export async function findEntities(
  listing: Listing,
  reading: Pick<Reading, 'query' | 'scope'>,
): Promise<FoundPage> {
  const { hits, total } = await reading.query.search(plainSearch(listing), reading.scope);
  const entities = hits.map(({ urn, entityType }) => ({ urn, entityType }));
  return { start: listing.start ?? 0, count: entities.length, total, entities };
}

/** A search without facets and highlighting. Throws INVALID_REQUEST for a negative start or count. */
export function plainSearch(listing: Listing): PageInput {
  return {
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
      ...PLAIN_FLAGS,
      includeSoftDeleted: listing.includeSoftDeleted ?? false,
      lifecycle: listing.lifecycle ?? PLAIN_FLAGS.lifecycle,
    },
  };
}

/** Condition: the field has any of the values. */
export function equalTo(field: string, ...values: readonly string[]): Filter[number][number] {
  return { field, operator: 'EQUAL', values, negated: false };
}

/** Condition: the field has no value. */
export function isMissing(field: string): Filter[number][number] {
  return { field, operator: 'EXISTS', values: [], negated: true };
}

/** Condition: the entity is a direct child of `parent`, named in its `field`; without a parent: it has none. */
export function liesIn(field: string, parent: string | null | undefined): Filter[number][number] {
  return parent ? equalTo(field, parent) : isMissing(field);
}

/** Number of direct children of a type, which reference the entity in `field`. */
export async function countIn(
  entityType: string,
  field: string,
  { urn }: EntityReference,
  reading: Pick<Reading, 'query' | 'scope'>,
): Promise<number> {
  const filter = [[equalTo(field, urn)]];
  const listing = { entityTypes: [entityType], filter, count: 0, lifecycle: 'any' } as const;
  return (await findEntities(listing, reading)).total;
}
