import { defineOperation } from '../operation.ts';
import { MEMBERS_RIGHTS, membersInput } from './members.ts';

/** Adds users to a group. */
export const addGroupMembers = defineOperation({
  name: 'addGroupMembers',
  effect: 'write',
  input: membersInput,
  ...MEMBERS_RIGHTS,
  run: ({ group, users }, { catalog, permit }) => {
    const members = users.map(({ urn }) => urn);
    return catalog.accounts.addGroupMembers(group.urn, members, permit);
  },
});
