import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ENTITY_LABEL, nameOf, withoutName } from './entity-label.ts';
import { NameRequests } from './name-requests.ts';
import { graphql } from '../graphql.ts';
import { query } from '../query.ts';

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

/** Collects what the parts of a page ask for, so that a page sends one request. */
const REQUESTS = new NameRequests(async (urns) => {
  const { entities } = await query(NAMES, { urns: [...urns] });
  return new Map((entities ?? []).flatMap((entity) => (entity ? [[entity.urn, nameOf(entity)]] : [])));
});

/**
 * Returns a function from urn to display name. Until names are loaded, and for entities that the person cannot see, it
 * returns the name in the urn. The function's identity changes only when a name does.
 */
export function useEntityNames(urns: readonly string[]): (urn: string) => string {
  const { data } = useQuery(namesQuery(urns));
  return useCallback((urn: string) => data?.get(urn) ?? withoutName(urn), [data]);
}

/** Whether the names of these entities are loaded, or cannot be: a heading can be shown without changing soon. */
export function useAreNamed(urns: readonly string[]): boolean {
  const { isPending, fetchStatus } = useQuery(namesQuery(urns));
  return !isPending || fetchStatus === 'idle';
}

/** Query options for display names by urn, without those of entities that the person cannot see. */
export function namesQuery(urns: readonly string[]) {
  const wanted = [...new Set(urns)].filter((urn) => urn.startsWith('urn:li:')).sort();
  return queryOptions({
    queryKey: ['entityNames', wanted],
    meta: { shows: { urns: wanted } },
    queryFn: () => REQUESTS.read(wanted),
    enabled: wanted.length > 0,
    staleTime: 60_000,
  });
}
