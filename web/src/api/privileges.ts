import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import { isSignedOut, useMe, useMeOrFail } from './person/me.ts';
import { query } from './query.ts';

const PRIVILEGES = graphql(`
  query ownPrivileges($input: GetGrantedPrivilegesInput!) {
    getGrantedPrivileges(input: $input) {
      privileges
    }
  }
`);

/** Platform privileges of the signed-in person. */
export interface OwnPrivileges {
  /** Whether the person has one of these, by their names in policies (`MANAGE_POLICIES`). */
  readonly has: (...anyOf: readonly string[]) => boolean;
}

/** Platform privileges of the signed-in person; undefined while they load. Throws if they cannot be loaded. */
export function usePrivileges(): OwnPrivileges | undefined {
  return useAnswer(useMeOrFail()?.corpUser.urn, { throwOnError: (error) => !isSignedOut(error) });
}

/** Like {@link usePrivileges}, but undefined if they cannot be loaded. Disabled unless `enabled`. */
export function useOwnPrivileges({ enabled }: { readonly enabled: boolean }): OwnPrivileges | undefined {
  return useAnswer(useMe()?.corpUser.urn, { enabled });
}

function useAnswer(
  actorUrn: string | undefined,
  {
    enabled = true,
    throwOnError = false,
  }: { readonly enabled?: boolean; readonly throwOnError?: false | ((error: Error) => boolean) },
): OwnPrivileges | undefined {
  const { data } = useQuery({
    ...privilegesQuery(actorUrn ?? ''),
    enabled: enabled && actorUrn !== undefined,
    throwOnError,
  });
  return data && { has: (...anyOf) => anyOf.some((name) => data.has(name)) };
}

/** Query options for the platform privileges of the signed-in person. */
export function privilegesQuery(actorUrn: string) {
  return queryOptions({
    queryKey: ['ownPrivileges', actorUrn],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { getGrantedPrivileges } = await query(PRIVILEGES, { input: { actorUrn } }, signal);
      return new Set(getGrantedPrivileges?.privileges ?? []);
    },
    staleTime: 60_000,
  });
}
