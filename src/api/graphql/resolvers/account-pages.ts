import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { notNegative } from './relationships.ts';

/** Which users, groups or accounts to list. */
export interface ListInput {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly query?: string | null;
}

interface Page {
  readonly start: number;
  readonly count: number;
  readonly total: number;
}

/** One page of a list that is there as a whole. */
export function pageOf<T>(all: readonly T[], input: ListInput): Page & { readonly items: readonly T[] } {
  const { start, count } = bounds(input);
  const items = all.slice(start, start + count);
  return { start, count: items.length, total: all.length, items };
}

/** One page of the entities of a type, those that words match best first; administrators only. */
export async function listEntities(
  entityType: string,
  input: ListInput,
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

function bounds(input: ListInput): { readonly start: number; readonly count: number } {
  return { start: notNegative('start', input.start ?? 0), count: notNegative('count', input.count ?? 20) };
}
