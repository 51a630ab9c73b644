import type { EntityReference } from '../../../../model/entity-reference.ts';
import { notNegative } from '../../../../util/not-negative.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type {
  ListGroupsInput,
  ListServiceAccountsInput,
  ListUsersInput,
} from '../../schema/schema-types.generated.ts';

interface Page {
  readonly start: number;
  readonly count: number;
  readonly total: number;
}

/** A page of a list in memory. Throws INVALID_REQUEST if `start` or `count` is negative. */
export function pageOf<T>(
  all: readonly T[],
  input: ListServiceAccountsInput,
): Page & { readonly items: readonly T[] } {
  const { start, count } = bounds(input);
  const items = all.slice(start, start + count);
  return { start, count: items.length, total: all.length, items };
}

/**
 * A page of the entities of a type, best match first. Throws FORBIDDEN if the caller may not manage accounts, and
 * INVALID_REQUEST if `start` or `count` is negative.
 */
export async function listEntities(
  entityType: string,
  input: ListUsersInput | ListGroupsInput,
  { catalog, references }: GraphqlContext,
): Promise<Page & { readonly entities: readonly EntityReference[] }> {
  catalog.accounts.requireAccountRights();
  const { start, count } = bounds(input);
  const found = await catalog.search({
    entityTypes: [entityType],
    query: input.query ?? '*',
    filter: [],
    sort: [],
    flags: {
      maxAggValues: 1,
      skipAggregates: true,
      skipHighlighting: true,
      includeSoftDeleted: false,
      includeStructuredPropertyFacets: false,
      fulltext: true,
      allWords: false,
      filterNonLatestVersions: false,
      grouping: [],
    },
    ...{ start, count, scrollId: undefined, keepAliveMs: undefined },
  });
  const entities = found.hits.map(({ urn }) => references.to(urn));
  return { start, count: entities.length, total: found.total, entities };
}

function bounds(input: Pick<ListUsersInput, 'start' | 'count'>): {
  readonly start: number;
  readonly count: number;
} {
  return { start: notNegative('start', input.start ?? 0), count: notNegative('count', input.count ?? 20) };
}
