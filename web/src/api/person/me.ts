import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import { graphql, type ResultOf } from '../graphql.ts';
import { query } from '../query.ts';

const ME = graphql(`
  query me {
    me {
      corpUser {
        urn
        username
        properties {
          displayName
        }
        editableProperties {
          displayName
          pictureLink
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

/** Query options for the signed-in person. */
export const ME_QUERY = {
  queryKey: ['me'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await query(ME, {}, signal)).me,
  staleTime: 60_000,
};

/** The name of the signed-in person; the user name if there is no other. */
export function ownName({ corpUser: { editableProperties, properties, username } }: Me): string {
  const names = [editableProperties?.displayName, properties?.displayName];
  return names.find((name) => typeof name === 'string' && name !== '') ?? username;
}

/** The signed-in person; undefined until loaded. */
export function useMe(): Me | undefined {
  return useQuery(ME_QUERY).data ?? undefined;
}

/** The signed-in person, for pages that need it; undefined while it loads. Throws if it cannot be loaded. */
export function useMeOrFail(): Me | undefined {
  const { data, error } = useQuery(ME_QUERY);
  if (error !== null && !isSignedOut(error)) throw error;
  return data ?? undefined;
}

/** Whether the person is being redirected to the sign-in page. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.needsSignIn;
}
