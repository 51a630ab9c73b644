import { USER_TYPE } from '../../auth/accounts/user-state.ts';
import type { Urn } from '../../model/urn.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { defineProtected } from '../operation.ts';
import { MEMBERS_RIGHTS, NATIVE, changeMembership, membersInput, openMembers } from './members.ts';

/** Removes users from a group; users who are not members are ignored. */
export const removeGroupMembers = defineProtected({
  name: 'removeGroupMembers',
  effect: 'write',
  summary: 'Removes users from a group.',
  input: membersInput,
  ...MEMBERS_RIGHTS,
  run: async (input, work) => {
    const { urn } = input.groupUrn;
    const users = await openMembers(input, work);
    const members = await membersOf(urn, work.services.reader);
    const leaving = users.filter((user) => members.has(user));
    await changeMembership('remove', urn, leaving, work);
  },
});

async function membersOf(group: Urn, reader: SystemReader): Promise<ReadonlySet<Urn>> {
  const rows = await reader.rowsOf(USER_TYPE, NATIVE.aspectName);
  const isIn = (groups: unknown): boolean => Array.isArray(groups) && groups.includes(group);
  return new Set(rows.flatMap(({ aspect }) => (isIn(aspect.value[NATIVE.member]) ? [aspect.urn] : [])));
}
