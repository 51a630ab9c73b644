import { invalidRequest } from '../../../../errors.ts';
import { addGroupMembers } from '../../../../operations/groups/add-group-members.ts';
import { createGroup } from '../../../../operations/groups/create-group.ts';
import { listGroups } from '../../../../operations/groups/list-groups.ts';
import { removeGroupMembers } from '../../../../operations/groups/remove-group-members.ts';
import { removeGroup } from '../../../../operations/groups/remove-group.ts';
import { updateGroupProfile } from '../../../../operations/groups/update-group-profile.ts';
import { acceptRole } from '../../../../operations/roles/accept-role.ts';
import { assignRole } from '../../../../operations/roles/assign-role.ts';
import { createInvitation } from '../../../../operations/roles/create-invitation.ts';
import { getInvitation } from '../../../../operations/roles/get-invitation.ts';
import { createServiceAccount } from '../../../../operations/service-accounts/create-service-account.ts';
import { deleteServiceAccount } from '../../../../operations/service-accounts/delete-service-account.ts';
import { getServiceAccount } from '../../../../operations/service-accounts/get-service-account.ts';
import { listServiceAccounts } from '../../../../operations/service-accounts/list-service-accounts.ts';
import type { ServiceAccount } from '../../../../operations/service-accounts/service-account.ts';
import { updateServiceAccountDefaultView } from '../../../../operations/service-accounts/update-service-account-default-view.ts';
import { createPasswordReset } from '../../../../operations/users/create-password-reset.ts';
import { listUsers } from '../../../../operations/users/list-users.ts';
import { removeUser } from '../../../../operations/users/remove-user.ts';
import { updateUserProfile } from '../../../../operations/users/update-user-profile.ts';
import { updateUserStatus } from '../../../../operations/users/update-user-status.ts';
import { isJsonObject, type JsonObject } from '../../../../util/json.ts';
import type { GraphqlContext } from '../../context/graphql-context.ts';
import { ofType } from '../../presenters/associations.ts';
import { DONE, answeredBy, bind, ofArguments, ofInput } from '../fields/bind-operation.ts';
import type { CorpUserUpdateInput, Resolvers, Value } from '../../schema/schema-types.generated.ts';
import { relationships } from '../lineage/relationships.ts';
import { pageOf } from '../fields/page-of.ts';
import { because } from '../../../../refusals.ts';

/** Fields of `ServiceAccount` that are not fields of its user. */
export const SERVICE_ACCOUNT = {
  relationships: ({ urn }, args, context) => relationships(context.references.parse(urn), args, context),
} satisfies Partial<Resolvers['ServiceAccount']>;

/** Queries of users, groups, service accounts and invitations. */
export const ACCOUNT_QUERIES = {
  listUsers: answeredBy(listUsers, async (_root, { input: { query, start, count } }, context) => {
    const { entities: users, ...page } = await context.run(listUsers, { query, start, count });
    return { ...page, users };
  }),
  listGroups: answeredBy(listGroups, async (_root, { input: { query, start, count } }, context) => {
    const { entities: groups, ...page } = await context.run(listGroups, { query, start, count });
    return { ...page, groups };
  }),
  getServiceAccount: answeredBy(getServiceAccount, async (_root, { urn }, context) => {
    const account = await context.run(getServiceAccount, { account: urn });
    return account && presentServiceAccount(account, context);
  }),
  listServiceAccounts: answeredBy(listServiceAccounts, async (_root, { input }, context) => {
    const wanted = input.query?.toLowerCase() ?? '';
    const all = await context.run(listServiceAccounts, {});
    const found = all.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
    const { items, ...page } = pageOf(found, input);
    return { ...page, serviceAccounts: items.map((account) => presentServiceAccount(account, context)) };
  }),
  getInviteToken: answeredBy(getInvitation, async (_root, { input: { roleUrn } }, context) => ({
    inviteToken: await context.run(getInvitation, { roleUrn }),
  })),
  getNativeUserInviteToken: answeredBy(getInvitation, async (_root, _args, context) => ({
    inviteToken: await context.run(getInvitation, {}),
  })),
} satisfies Partial<Resolvers['Query']>;

const CHANGED = { ...DONE };

const USER_MUTATIONS = {
  updateUserStatus: ofArguments(updateUserStatus, { present: (shown) => shown }),
  removeUser: ofArguments(removeUser, CHANGED),
  updateCorpUserProperties: bind(
    updateUserProfile,
    ({ urn, input }) => ({ user: urn, members: userProfileOf(input) }),
    { present: (profile) => profile },
  ),
  createNativeUserResetToken: ofInput(createPasswordReset, { present: (resetToken) => ({ resetToken }) }),
  createServiceAccount: ofInput(createServiceAccount, { present: presentServiceAccount }),
  updateServiceAccountDefaultView: ofInput(updateServiceAccountDefaultView, CHANGED),
  deleteServiceAccount: ofArguments(deleteServiceAccount, CHANGED),
} satisfies Partial<Resolvers['Mutation']>;

const GROUP_MUTATIONS = {
  createGroup: ofInput(createGroup, { present: (urn) => urn }),
  removeGroup: ofArguments(removeGroup, CHANGED),
  addGroupMembers: ofInput(addGroupMembers, CHANGED),
  removeGroupMembers: ofInput(removeGroupMembers, CHANGED),
  updateCorpGroupProperties: bind(
    updateGroupProfile,
    ({ urn, input }) => ({ group: urn, members: profileOf(input) }),
    { present: (profile) => profile },
  ),
} satisfies Partial<Resolvers['Mutation']>;

const INVITATION = { present: (inviteToken: string) => ({ inviteToken }) };

const ROLE_MUTATIONS = {
  batchAssignRole: ofInput(assignRole, CHANGED),
  createInviteToken: ofInput(createInvitation, INVITATION),
  createNativeUserInviteToken: bind(createInvitation, () => ({}), INVITATION),
  acceptRole: ofInput(acceptRole, CHANGED),
} satisfies Partial<Resolvers['Mutation']>;

/** Mutations of users, service accounts, groups, roles and invitations. */
export const ACCOUNT_MUTATIONS = {
  ...USER_MUTATIONS,
  ...GROUP_MUTATIONS,
  ...ROLE_MUTATIONS,
} satisfies Partial<Resolvers['Mutation']>;

/** Members of a user's profile as they are stored. */
function userProfileOf({ personaUrn, platformUrns, ...members }: CorpUserUpdateInput): JsonObject {
  return profileOf({
    ...members,
    ...(personaUrn !== undefined && { persona: personaUrn }),
    ...(platformUrns !== undefined && { platforms: platformUrns }),
  });
}

function profileOf(input: unknown): JsonObject {
  if (isJsonObject(input)) return input;
  throw invalidRequest(
    'input must be an object.',
    undefined,
    because('INPUT_TYPE', { name: 'input', type: 'object' }),
  );
}

function presentServiceAccount(
  { urn, defaultView, ...account }: ServiceAccount,
  { references }: GraphqlContext,
): Value<'ServiceAccount'> {
  const view = ofType('dataHubView', references.find(defaultView));
  const shown = { urn, type: 'CORP_USER', ...account, defaultView: view };
  return shown;
}
