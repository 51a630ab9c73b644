import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { graphql } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { hasLineage } from '../../../shared/entities/types-with-lineage.ts';
import { entityTypeOf } from '../../../urls/urn.ts';

const COUNTS = graphql(`
  query assetCounts(
    $urn: String!
    $up: SearchAcrossLineageCountsInput!
    $down: SearchAcrossLineageCountsInput!
    $queries: ListQueriesInput!
    $hasLineage: Boolean!
    $isDataset: Boolean!
  ) {
    entity(urn: $urn) {
      ... on HasIncidents {
        incidents(state: ACTIVE, count: 0) {
          total
        }
      }
      ... on Dataset {
        assertions(count: 0) {
          total
        }
      }
    }
    up: searchAcrossLineageCounts(input: $up) @include(if: $hasLineage) {
      total
    }
    down: searchAcrossLineageCounts(input: $down) @include(if: $hasLineage) {
      total
    }
    listQueries(input: $queries) @include(if: $isDataset) {
      total
    }
  }
`);

/** Numbers beside the names of an entity's tabs; undefined until loaded, and where its type has none. */
export interface AssetCounts {
  /** Entities upstream and downstream, at any distance. */
  readonly lineage?: number | undefined;
  /** Assertions and active incidents. */
  readonly quality?: number | undefined;
  readonly queries?: number | undefined;
}

/** Counts what the tabs of an entity have, in one request. */
export function useCounts(urn: string): AssetCounts {
  return useQuery(countsQuery(urn)).data ?? {};
}

/** Requests the numbers of an entity's tabs before its page is shown. */
export function prefetchCounts(client: QueryClient, urn: string): void {
  client.query(countsQuery(urn)).catch(() => undefined);
}

function countsQuery(urn: string) {
  const type = entityTypeOf(urn);
  const isDataset = type === 'dataset';
  return queryOptions({
    queryKey: ['assetCounts', urn],
    meta: { shows: { urns: [urn], types: ['assertion', 'incident', 'query'] } },
    queryFn: async ({ signal }): Promise<AssetCounts> => {
      const found = await query(
        COUNTS,
        {
          urn,
          up: { urn, direction: 'UPSTREAM' },
          down: { urn, direction: 'DOWNSTREAM' },
          queries: { datasetUrn: urn, count: 0 },
          hasLineage: hasLineage(type),
          isDataset,
        },
        signal,
        'heavy',
      );
      const { entity } = found;
      const assertions = entity && 'assertions' in entity ? (entity.assertions?.total ?? 0) : 0;
      const incidents = entity && 'incidents' in entity ? (entity.incidents?.total ?? 0) : 0;
      return {
        lineage: found.up || found.down ? (found.up?.total ?? 0) + (found.down?.total ?? 0) : undefined,
        quality: assertions + incidents,
        queries: found.listQueries?.total,
      };
    },
  });
}
