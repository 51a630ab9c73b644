import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ACCESS } from '../../../api/renewal/shown.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { query } from '../../../api/query.ts';
import { everybodyIn } from '../../../shared/policies/policy-sentence.ts';

const HOLDERS = graphql(`
  query privilegeHolders($input: ListPrivilegeHoldersInput!) {
    listPrivilegeHolders(input: $input) {
      total
      policies {
        policyUrn
        name
        privileges
        limitedToProperties
        limitedToTags
        allUsers
        allGroups
        users
        groups
        roles
        owners
        hasMore
      }
    }
  }
`);

type Holders = ResultOf<typeof HOLDERS>['listPrivilegeHolders'];

/** A policy that grants a privilege on the entity, with the actors in it that the person may see. */
export type GrantingPolicy = Holders['policies'][number];

/** Maximum policies per request. */
const MAX_POLICIES = 100;

/** Maximum names in a refusal. */
const SHOWN_NAMES = 6;

/** Policies that grant privileges on an entity, or one privilege; disabled for people who may not see them. */
export function useHolders(
  urn: string,
  privilege: string | undefined,
  isEnabled: boolean,
): UseQueryResult<Holders> {
  return useQuery({
    queryKey: ['privilegeHolders', urn, privilege],
    meta: { shows: { ...ACCESS, urns: [urn] } },
    queryFn: async ({ signal }) => {
      const input = { resourceUrn: urn, privilege: privilege ?? null, count: MAX_POLICIES };
      return (await query(HOLDERS, { input }, signal)).listPrivilegeHolders;
    },
    enabled: isEnabled,
  });
}

/** Urns of all actors in a policy. */
export function actorsOf({ groups, owners, roles, users }: GrantingPolicy): readonly string[] {
  return [...roles, ...groups, ...(owners ?? []), ...users];
}

/** Names of some of the actors who have the privilege; '' if there are none. */
export function holdersText(
  policies: readonly GrantingPolicy[],
  privilege: string,
  nameOf: (urn: string) => string,
): string {
  const granting = policies.filter(({ privileges }) => privileges.includes(privilege));
  if (granting.some(({ allUsers }) => allUsers)) return 'All users';
  const everybody = [...new Set(granting.flatMap(everybodyIn))];
  const names = [...everybody, ...[...new Set(granting.flatMap(actorsOf))].map(nameOf)];
  const further = names.length - SHOWN_NAMES;
  const more = further > 0 ? ` and ${further.toLocaleString('en')} more` : '';
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more}`;
}
