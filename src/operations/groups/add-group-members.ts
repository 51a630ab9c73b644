import { defineProtected } from '../operation.ts';
import { MEMBERS_RIGHTS, changeMembership, membersInput, openMembers } from './members.ts';

/** Adds users to a group. */
export const addGroupMembers = defineProtected({
  name: 'addGroupMembers',
  effect: 'write',
  summary: 'Adds users to a group.',
  input: membersInput,
  ...MEMBERS_RIGHTS,
  run: async (input, work) => {
    const users = await openMembers(input, work);
    await changeMembership('add', input.groupUrn.urn, users, work);
  },
});
