import { defineOperation } from '../operation.ts';
import { MEMBERS_RIGHTS, membersInput } from './members.ts';

/** Removes users from a group; those who are no members are ignored. */
export const removeGroupMembers = defineOperation({
  name: 'removeGroupMembers',
  effect: 'write',
  input: membersInput,
  ...MEMBERS_RIGHTS,
  run: ({ group, users }, { catalog, permit }) => {
    const members = users.map(({ urn }) => urn);
    return catalog.accounts.removeGroupMembers(group.urn, members, permit);
  },
});
