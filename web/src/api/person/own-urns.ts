import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, readFragment, type FragmentOf } from '../graphql.ts';
import { query } from '../query.ts';

/** A user with up to 100 groups. */
export const OWN_URNS = graphql(`
  fragment OwnUrns on CorpUser {
    urn
    relationships(
      input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: OUTGOING, count: 100 }
    ) {
      relationships {
        entity {
          urn
        }
      }
    }
  }
`);

const ME = graphql(
  `
    query ownUrns {
      me {
        corpUser {
          ...OwnUrns
        }
      }
    }
  `,
  [OWN_URNS],
);

/** Urns by which a user owns assets: the own one and those of the groups. */
export function ownUrnsOf(user: FragmentOf<typeof OWN_URNS>): readonly string[] {
  const { relationships, urn } = readFragment(OWN_URNS, user);
  return [urn, ...(relationships?.relationships.flatMap(({ entity }) => entity?.urn ?? []) ?? [])];
}

/** Urns by which the signed-in person owns assets; undefined until loaded. */
export function useOwnUrns(): readonly string[] | undefined {
  return useQuery(OWN_URNS_QUERY).data;
}

/** Query options for the urns by which the signed-in person owns assets. */
export const OWN_URNS_QUERY = queryOptions({
  queryKey: ['ownUrns'],
  meta: { shows: { types: ['corpuser', 'corpGroup'] } },
  queryFn: async ({ signal }) => {
    const { me } = await query(ME, {}, signal);
    return me === null ? [] : ownUrnsOf(me.corpUser);
  },
  staleTime: 60_000,
});
