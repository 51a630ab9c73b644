import { useQuery } from '@tanstack/react-query';
import { explainPrivileges } from '../../api/explain.ts';
import { useMe } from '../../api/me.ts';
import { plainReason } from '../../api/reason.ts';
import type { Right } from '../rights/right.ts';

/** Any of them is enough. */
const PRIVILEGES = ['MANAGE_USERS_AND_GROUPS', 'EDIT_GROUP_MEMBERS'];

/**
 * Whether the signed-in person may add and remove members of a group. What policies give a group is known only to those
 * who manage policies, so that the server may still refuse.
 */
export function useMembersRight({
  groupUrn,
  provider,
  roles,
}: {
  readonly groupUrn: string;
  /** The provider outside that keeps the members. */
  readonly provider: string | undefined;
  /** Names of the roles of the group, which its members have. */
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
      return { state: 'refused', reason: answers.at(-1)?.reason ?? plainReason('') };
    },
    enabled: actorUrn !== undefined && provider === undefined,
    staleTime: 30_000,
  });
  if (provider !== undefined)
    return {
      state: 'refused',
      reason: plainReason(`${provider} keeps the members of this group. Change them there.`),
    };
  if (data?.state === 'allowed' && roles.length > 0 && me?.platformPrivileges.managePolicies !== true) {
    const reason = `Its members have the role ${roles.join(', ')}: to change them you need the privilege Manage Policies, too.`;
    return { state: 'refused', reason: plainReason(reason) };
  }
  return data ?? { state: 'unknown' };
}
