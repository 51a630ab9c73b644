import { useQuery } from '@tanstack/react-query';
import { explainPrivileges } from '../../api/explain.ts';
import { useMe } from '../../api/person/me.ts';
import type { Right } from '../../shared/rights/right.ts';

/** Privileges of which one is enough. */
const PRIVILEGES = ['MANAGE_USERS_AND_GROUPS', 'EDIT_GROUP_MEMBERS'];

const REFUSED = 'You don’t have permission to change the members of this group.';

/**
 * Right of the signed-in person to add and remove members of a group. The server may still refuse, because only people
 * who manage policies can see which privileges policies grant to the group.
 */
export function useMembersRight({
  groupUrn,
  provider,
  roles,
}: {
  readonly groupUrn: string;
  /** The external system that manages the members. */
  readonly provider: string | undefined;
  /** Names of the group's roles, which its members have. */
  readonly roles: readonly string[];
}): Right {
  const me = useMe();
  const actorUrn = me?.corpUser.urn;
  const { data } = useQuery({
    queryKey: ['rights', actorUrn, groupUrn, 'members'],
    queryFn: async ({ signal }): Promise<Right> => {
      const questions = PRIVILEGES.map((privilege) => ({
        actorUrn: actorUrn ?? '',
        privilege,
        resourceUrn: groupUrn,
      }));
      const answers = await explainPrivileges(questions, signal);
      if (answers.some(({ allowed }) => allowed)) return { state: 'allowed' };
      return { state: 'refused', reason: answers.at(-1)?.reason ?? REFUSED };
    },
    enabled: actorUrn !== undefined && provider === undefined,
    staleTime: 30_000,
  });
  if (provider !== undefined)
    return {
      state: 'refused',
      reason: `${provider} manages the members of this group. Change them there.`,
    };
  if (data?.state === 'allowed' && roles.length > 0 && me?.platformPrivileges.managePolicies !== true) {
    const reason = `Members of this group get the role ${roles.join(', ')}, so changing them also requires the privilege Manage Policies.`;
    return { state: 'refused', reason };
  }
  return data ?? { state: 'unknown' };
}
