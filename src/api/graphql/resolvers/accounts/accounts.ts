import type { ServiceAccount } from '../../../../auth/service-accounts.ts';
import { invalidRequest } from '../../../../errors.ts';
import { addGroupMembers } from '../../../../operations/groups/add-group-members.ts';
import { createGroup } from '../../../../operations/groups/create-group.ts';
import { removeGroupMembers } from '../../../../operations/groups/remove-group-members.ts';
import { removeGroup } from '../../../../operations/groups/remove-group.ts';
import { updateGroupProfile } from '../../../../operations/groups/update-group-profile.ts';
import { acceptRole } from '../../../../operations/roles/accept-role.ts';
import { assignRole } from '../../../../operations/roles/assign-role.ts';
import { createInvitation } from '../../../../operations/roles/create-invitation.ts';
import { createServiceAccount } from '../../../../operations/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from '../../../../operations/service-accounts/delete-service-account.ts';
import { createPasswordReset } from '../../../../operations/users/create-password-reset.ts';
import { removeUser } from '../../../../operations/users/remove-user.ts';
import { updateUserProfile } from '../../../../operations/users/update-user-profile.ts';
import { updateUserStatus } from '../../../../operations/users/update-user-status.ts';
import { isJsonObject } from '../../../../util/json.ts';
import type { JsonObject } from '../../../../util/json.ts';
import { bind } from '../fields/bind-operation.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import type { Resolvers, Result } from '../../schema/schema-types.generated.ts';
import { listEntities, pageOf } from './account-pages.ts';

/** Queries of users, groups, service accounts and invitations. */
export const ACCOUNT_QUERIES = {
  listUsers: async (_root, { input }, context) => {
    const { entities: users, ...page } = await listEntities('corpuser', input, context);
    return { ...page, users };
  },
  listGroups: async (_root, { input }, context) => {
    const { entities: groups, ...page } = await listEntities('corpGroup', input, context);
    return { ...page, groups };
  },
  listServiceAccounts: async (_root, { input }, { catalog }) => {
    const wanted = input.query?.toLowerCase() ?? '';
    const all = await catalog.accounts.listServiceAccounts();
    const found = all.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
    const { items, ...page } = pageOf(found, input);
    return { ...page, serviceAccounts: items.map(presentServiceAccount) };
  },
  getInviteToken: async (_root, { input: { roleUrn } }, { catalog, references }) => {
    const role = roleUrn ? references.parseAs('dataHubRole', roleUrn).urn : undefined;
    return { inviteToken: await catalog.accounts.invite(role) };
  },
  getNativeUserInviteToken: async (_root, _args, { catalog }) => ({
    inviteToken: await catalog.accounts.invite(undefined),
  }),
} satisfies Partial<Resolvers['Query']>;

/** Answers of mutations after which the same request reads accounts again. */
const CHANGED = {
  present: (_done: unknown, context: GraphqlContext) => reread(true, context),
  failed: null,
};

const USER_MUTATIONS = {
  updateUserStatus: bind(updateUserStatus, ({ urn, status }) => ({ user: urn, status }), {
    present: reread,
    failed: null,
  }),
  removeUser: bind(removeUser, ({ urn }) => ({ user: urn }), CHANGED),
  updateCorpUserProperties: bind(
    updateUserProfile,
    ({ urn, input }) => ({ user: urn, members: profileOf(input) }),
    { present: reread, failed: null },
  ),
  createNativeUserResetToken: bind(createPasswordReset, ({ input: { userUrn } }) => ({ user: userUrn }), {
    present: (resetToken) => ({ resetToken }),
    failed: null,
  }),
  createServiceAccount: bind(
    createServiceAccount,
    ({ input }) => {
      const displayName = input.displayName.trim();
      if (displayName === '')
        throw invalidRequest('displayName must not be empty. Name the service account.');
      return { displayName, description: input.description };
    },
    { present: presentServiceAccount, failed: null },
  ),
  deleteServiceAccount: bind(deleteServiceAccount, ({ urn }) => ({ account: urn }), CHANGED),
} satisfies Partial<Resolvers['Mutation']>;

const GROUP_MUTATIONS = {
  createGroup: bind(
    createGroup,
    ({ input }, { settings }) => {
      const name = input.name.trim();
      if (name === '') throw invalidRequest('name must not be empty. Give the group a name.');
      return { id: input.id || settings.newId(), name, description: input.description ?? '' };
    },
    { present: (urn) => urn, failed: null },
  ),
  removeGroup: bind(removeGroup, ({ urn }) => ({ group: urn }), CHANGED),
  addGroupMembers: bind(
    addGroupMembers,
    ({ input: { groupUrn, userUrns } }) => ({ group: groupUrn, users: userUrns }),
    CHANGED,
  ),
  removeGroupMembers: bind(
    removeGroupMembers,
    ({ input: { groupUrn, userUrns } }) => ({ group: groupUrn, users: userUrns }),
    CHANGED,
  ),
  updateCorpGroupProperties: bind(
    updateGroupProfile,
    ({ urn, input }) => ({ group: urn, members: profileOf(input) }),
    { present: reread, failed: null },
  ),
} satisfies Partial<Resolvers['Mutation']>;

const INVITATION = { present: (inviteToken: string) => ({ inviteToken }), failed: null };

const ROLE_MUTATIONS = {
  batchAssignRole: bind(
    assignRole,
    ({ input: { roleUrn, actors } }) => ({ role: roleUrn || undefined, to: actors }),
    CHANGED,
  ),
  createInviteToken: bind(
    createInvitation,
    ({ input: { roleUrn } }) => ({ role: roleUrn || undefined }),
    INVITATION,
  ),
  createNativeUserInviteToken: bind(createInvitation, () => ({}), INVITATION),
  acceptRole: bind(acceptRole, ({ input: { inviteToken } }) => ({ inviteToken }), CHANGED),
} satisfies Partial<Resolvers['Mutation']>;

/** Mutations of users, service accounts, groups, roles and invitations. */
export const ACCOUNT_MUTATIONS = {
  ...USER_MUTATIONS,
  ...GROUP_MUTATIONS,
  ...ROLE_MUTATIONS,
} satisfies Partial<Resolvers['Mutation']>;

/** Answers with the output; the same request reads changed accounts again. */
function reread<T>(output: T, { loader }: GraphqlContext): T {
  loader.forget();
  return output;
}

function profileOf(input: unknown): JsonObject {
  if (isJsonObject(input)) return input;
  throw invalidRequest('input must be an object.');
}

function presentServiceAccount({ urn, ...account }: ServiceAccount): Result<'ServiceAccount'> {
  return { urn, type: 'CORP_USER', ...account };
}
