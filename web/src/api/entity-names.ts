import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { shortName } from '../urls/urn.ts';
import { ENTITY_LABEL, nameOf } from './entity-label.ts';
import { graphql } from './graphql.ts';
import { query } from './query.ts';

const NAMES = graphql(
  `
    query entityNames($urns: [String!]!) {
      entities(urns: $urns) {
        urn
        ...EntityLabel
      }
    }
  `,
  [ENTITY_LABEL],
);

/**
 * Returns a function from urn to display name. Until names are loaded, and for entities that the person cannot see, it
 * returns the name in the urn. The function's identity changes only when a name does.
 */
export function useEntityNames(urns: readonly string[]): (urn: string) => string {
  const { data } = useQuery(namesQuery(urns));
  return useCallback((urn: string) => data?.get(urn) ?? shortName(urn), [data]);
}

/** Whether the names of these entities are loaded, or cannot be: a heading can be shown without changing soon. */
export function useAreNamed(urns: readonly string[]): boolean {
  const { isPending, fetchStatus } = useQuery(namesQuery(urns));
  return !isPending || fetchStatus === 'idle';
}

function namesQuery(urns: readonly string[]) {
  const wanted = [...new Set(urns)].filter((urn) => urn.startsWith('urn:li:')).sort();
  return queryOptions({
    queryKey: ['entityNames', wanted],
    meta: { shows: { urns: wanted } },
    queryFn: async ({ signal }) => {
      const { entities } = await query(NAMES, { urns: wanted }, signal);
      return new Map((entities ?? []).flatMap((entity) => (entity ? [[entity.urn, nameOf(entity)]] : [])));
    },
    enabled: wanted.length > 0,
    staleTime: 60_000,
  });
}
