import { useQuery } from '@tanstack/react-query';
import { explainPrivileges } from '../../api/explain.ts';
import { useMe } from '../../api/me.ts';
import type { Right } from '../rights/right.ts';

/** Any of them is enough. */
const PRIVILEGES = ['MANAGE_USERS_AND_GROUPS', 'EDIT_GROUP_MEMBERS'];

/** Whether the signed-in person may add and remove members of a group. */
export function useMembersRight(groupUrn: string, provider: string | undefined): Right {
  const actorUrn = useMe()?.corpUser.urn;
  const { data } = useQuery({
    queryKey: ['rights', actorUrn, groupUrn, 'members'],
    queryFn: async ({ signal }): Promise<Right> => {
      const questions = PRIVILEGES.map((privilege) => ({
        ...{ actorUrn: actorUrn ?? '', privilege, resourceUrn: groupUrn },
      }));
      const answers = await explainPrivileges(questions, signal);
      if (answers.some(({ allowed }) => allowed)) return { state: 'allowed' };
      return { state: 'refused', reason: answers.at(-1)?.reason ?? '' };
    },
    enabled: actorUrn !== undefined && provider === undefined,
    staleTime: 30_000,
  });
  if (provider !== undefined)
    return { state: 'refused', reason: `${provider} keeps the members of this group. Change them there.` };
  return data ?? { state: 'unknown' };
}
