import type { ServiceAccount } from '../../../auth/service-accounts.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Resolvers, Result } from '../schema-types.generated.ts';
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
  getInviteToken: (_root, { input }, context) => invite(input.roleUrn, false, context),
  getNativeUserInviteToken: (_root, _args, context) => invite(undefined, false, context),
} satisfies Partial<Resolvers['Query']>;

const USER_MUTATIONS = {
  updateUserStatus: async (_root, { urn, status }, context) => {
    await context.catalog.accounts.updateUserStatus(user(urn, context), status);
    context.loader.forget();
    return status;
  },
  removeUser: async (_root, { urn }, context) => {
    await context.catalog.accounts.removeUser(user(urn, context));
    context.loader.forget();
    return true;
  },
  updateCorpUserProperties: async (_root, { urn, input }, context) => {
    const changed = context.references.parseAs('corpuser', urn);
    await context.catalog.accounts.updateUserProfile(changed.urn, profileOf(input));
    context.loader.forget();
    return changed;
  },
  createNativeUserResetToken: async (_root, { input }, context) => ({
    resetToken: await context.catalog.accounts.createPasswordReset(user(input.userUrn, context)),
  }),
  createServiceAccount: async (_root, { input }, { catalog }) => {
    const displayName = input.displayName.trim();
    if (displayName === '') throw invalidRequest('displayName must not be empty. Name the service account.');
    const description = input.description ?? undefined;
    return presentServiceAccount(await catalog.accounts.createServiceAccount({ displayName, description }));
  },
  deleteServiceAccount: async (_root, { urn }, context) => {
    await context.catalog.accounts.removeServiceAccount(user(urn, context));
    context.loader.forget();
    return true;
  },
} satisfies Partial<Resolvers['Mutation']>;

const GROUP_MUTATIONS = {
  createGroup: async (_root, { input }, { catalog, settings }) => {
    const name = input.name.trim();
    if (name === '') throw invalidRequest('name must not be empty. Give the group a name.');
    const id = input.id || settings.newId();
    return catalog.accounts.createGroup({ id, name, description: input.description ?? '' });
  },
  removeGroup: async (_root, { urn }, context) => {
    await context.catalog.accounts.removeGroup(group(urn, context));
    context.loader.forget();
    return true;
  },
  addGroupMembers: async (_root, { input }, context) => {
    const users = input.userUrns.map((urn) => user(urn, context));
    await context.catalog.accounts.addGroupMembers(group(input.groupUrn, context), users);
    context.loader.forget();
    return true;
  },
  removeGroupMembers: async (_root, { input }, context) => {
    const users = input.userUrns.map((urn) => user(urn, context));
    await context.catalog.accounts.removeGroupMembers(group(input.groupUrn, context), users);
    context.loader.forget();
    return true;
  },
  updateCorpGroupProperties: async (_root, { urn, input }, context) => {
    const changed = context.references.parseAs('corpGroup', urn);
    await context.catalog.accounts.updateGroupProfile(changed.urn, profileOf(input));
    context.loader.forget();
    return changed;
  },
} satisfies Partial<Resolvers['Mutation']>;

const ROLE_MUTATIONS = {
  batchAssignRole: async (_root, { input }, { catalog, loader, references }) => {
    const role = input.roleUrn ? references.parse(input.roleUrn).urn : undefined;
    await catalog.accounts.assignRole(
      role,
      input.actors.map((actor) => references.parse(actor).urn),
    );
    loader.forget();
    return true;
  },
  createInviteToken: (_root, { input }, context) => invite(input.roleUrn, true, context),
  createNativeUserInviteToken: (_root, _args, context) => invite(undefined, true, context),
  acceptRole: async (_root, { input }, { catalog, loader }) => {
    await catalog.accounts.acceptRole(input.inviteToken);
    loader.forget();
    return true;
  },
} satisfies Partial<Resolvers['Mutation']>;

/** Mutations of users, service accounts, groups, roles and invitations. */
export const ACCOUNT_MUTATIONS = {
  ...USER_MUTATIONS,
  ...GROUP_MUTATIONS,
  ...ROLE_MUTATIONS,
} satisfies Partial<Resolvers['Mutation']>;

function user(urn: string, { references }: GraphqlContext): Urn {
  return references.parseAs('corpuser', urn).urn;
}

function group(urn: string, { references }: GraphqlContext): Urn {
  return references.parseAs('corpGroup', urn).urn;
}

async function invite(
  role: string | null | undefined,
  renew: boolean,
  { catalog, references }: GraphqlContext,
): Promise<{ readonly inviteToken: string }> {
  const urn = role ? references.parseAs('dataHubRole', role).urn : undefined;
  return { inviteToken: await catalog.accounts.invite(urn, { renew }) };
}

function profileOf(input: unknown): JsonObject {
  if (isJsonObject(input)) return input;
  throw invalidRequest('input must be an object.');
}

function presentServiceAccount({ urn, ...account }: ServiceAccount): Result<'ServiceAccount'> {
  return { urn, type: 'CORP_USER', ...account };
}
