import { useQuery } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import type { ResultOf } from './graphql.ts';
import { query } from './query.ts';

const ME = graphql(`
  query me {
    me {
      corpUser {
        urn
        username
        properties {
          displayName
        }
      }
      platformPrivileges {
        managePolicies
        manageIdentities
        generatePersonalAccessTokens
        manageTokens
        createTags
        manageTags
        createDomains
        manageDomains
        manageGlossaries
        manageGlobalViews
        manageStructuredProperties
        viewStructuredPropertiesPage
      }
    }
  }
`);

/** The signed-in person and what they may do on the platform. */
export type Me = NonNullable<ResultOf<typeof ME>['me']>;

/** The signed-in person; undefined until it is known. */
export function useMe(): Me | undefined {
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await query(ME, {}, signal)).me,
    staleTime: 60_000,
  });
  return data ?? undefined;
}
