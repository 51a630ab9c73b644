import { useQuery } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import { isSignedOut, useMeOrFail } from './me.ts';
import { query } from './query.ts';

const PRIVILEGES = graphql(`
  query ownPrivileges($input: GetGrantedPrivilegesInput!) {
    getGrantedPrivileges(input: $input) {
      privileges
    }
  }
`);

/** Tells which privileges the person has on the catalog as a whole. */
export interface OwnPrivileges {
  /** Whether the person has one of these, by their names in policies (`MANAGE_POLICIES`). */
  readonly has: (...anyOf: readonly string[]) => boolean;
}

/** The privileges of the signed-in person; undefined until they are known. Throws if the server does not tell. */
export function usePrivileges(): OwnPrivileges | undefined {
  const actorUrn = useMeOrFail()?.corpUser.urn;
  const { data } = useQuery({
    queryKey: ['ownPrivileges', actorUrn],
    queryFn: async ({ signal }) => {
      const input = { actorUrn: actorUrn ?? '' };
      const { getGrantedPrivileges } = await query(PRIVILEGES, { input }, signal);
      return new Set(getGrantedPrivileges?.privileges ?? []);
    },
    enabled: actorUrn !== undefined,
    staleTime: 60_000,
    throwOnError: (error) => !isSignedOut(error),
  });
  return data && { has: (...anyOf) => anyOf.some((name) => data.has(name)) };
}
