import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';

const SET_STATUS = graphql(`
  mutation setUserStatus($urn: String!, $status: CorpUserStatus!) {
    updateUserStatus(urn: $urn, status: $status)
  }
`);

const REMOVE_USER = graphql(`
  mutation removeUser($urn: String!) {
    removeUser(urn: $urn)
  }
`);

const RESET = graphql(`
  mutation resetPassword($input: CreateNativeUserResetTokenInput!) {
    createNativeUserResetToken(input: $input) {
      resetToken
    }
  }
`);

const ASSIGN_ROLE = graphql(`
  mutation assignRole($input: BatchAssignRoleInput!) {
    batchAssignRole(input: $input)
  }
`);

const CREATE_GROUP = graphql(`
  mutation createGroup($input: CreateGroupInput!) {
    createGroup(input: $input)
  }
`);

const REMOVE_GROUP = graphql(`
  mutation removeGroup($urn: String!) {
    removeGroup(urn: $urn)
  }
`);

const ADD_MEMBERS = graphql(`
  mutation addMembers($input: AddGroupMembersInput!) {
    addGroupMembers(input: $input)
  }
`);

const REMOVE_MEMBERS = graphql(`
  mutation removeMembers($input: RemoveGroupMembersInput!) {
    removeGroupMembers(input: $input)
  }
`);

/** Reactivates or suspends a user, including all tokens and sessions. */
export const useSetStatus = () =>
  useChange(['users'], (variables: { readonly urn: string; readonly status: 'ACTIVE' | 'SUSPENDED' }) =>
    query(SET_STATUS, variables),
  );

/** Deletes a user with all tokens and sessions. */
export const useRemoveUser = () =>
  useChange(['users', 'roles', 'groupMembers', 'groups'], (urn: string) => query(REMOVE_USER, { urn }));

/** Creates a user without a password; the result is the urn. */
export const useCreateUser = () =>
  useChange(
    ['users'],
    async ({ name, ...members }: { readonly name: string; displayName?: string; email?: string }) => {
      const urn = `urn:li:corpuser:${name}`;
      await request('/api/colophon/v1/users', { body: { urn, ...members } });
      return urn;
    },
  );

/** Creates a one-time password reset token, valid for a day. */
export const useResetPassword = () =>
  useChange([], async (userUrn: string) => {
    const { createNativeUserResetToken: made } = await query(RESET, { input: { userUrn } });
    return made?.resetToken ?? '';
  });

/** Sets the password of a user. */
export const useSetPassword = () =>
  useChange(['users'], ({ urn, password }: { readonly urn: string; readonly password: string }) =>
    request(`/api/colophon/v1/users/${encodeURIComponent(urn)}/password`, {
      method: 'PUT',
      body: { password },
    }),
  );

/** Replaces the role of users and groups; removes it if `roleUrn` is absent. */
export const useAssignRole = () =>
  useChange(
    ['users', 'groups', 'roles', 'ownPrivileges'],
    (input: { readonly roleUrn?: string; readonly actors: string[] }) => query(ASSIGN_ROLE, { input }),
  );

/** Creates an empty group. */
export const useCreateGroup = () =>
  useChange(
    ['groups'],
    (input: { readonly id?: string; readonly name: string; readonly description?: string }) =>
      query(CREATE_GROUP, { input }),
  );

/** Deletes a group with all its memberships. */
export const useRemoveGroup = () =>
  useChange(['groups', 'roles'], (urn: string) => query(REMOVE_GROUP, { urn }));

/** Adds or removes members of a group. */
export const useChangeMembers = () =>
  useChange(
    ['groupMembers', 'groups'],
    ({
      isRemoval,
      ...input
    }: {
      readonly groupUrn: string;
      readonly userUrns: string[];
      readonly isRemoval: boolean;
    }): Promise<unknown> => (isRemoval ? query(REMOVE_MEMBERS, { input }) : query(ADD_MEMBERS, { input })),
  );
