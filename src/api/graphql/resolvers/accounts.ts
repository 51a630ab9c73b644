import type { ServiceAccount } from '../../../auth/service-accounts.ts';
import { invalidRequest } from '../../../errors.ts';
import type { Urn } from '../../../model/urn.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { listEntities, pageOf } from './account-pages.ts';
import type { ListInput } from './account-pages.ts';

interface Urned {
  readonly urn: string;
}

interface MembersInput {
  readonly input: { readonly groupUrn: string; readonly userUrns: readonly string[] };
}

interface RoleInput {
  readonly input: { readonly roleUrn?: string | null };
}

/** Queries of users, groups, service accounts and invitations. */
export const ACCOUNT_QUERIES: FieldResolvers = {
  listUsers: async (_root: unknown, { input }: { readonly input: ListInput }, context: GraphqlContext) => {
    const { entities: users, ...page } = await listEntities('corpuser', input, context);
    return { ...page, users };
  },
  listGroups: async (_root: unknown, { input }: { readonly input: ListInput }, context: GraphqlContext) => {
    const { entities: groups, ...page } = await listEntities('corpGroup', input, context);
    return { ...page, groups };
  },
  listServiceAccounts: async (
    _root: unknown,
    { input }: { readonly input: ListInput },
    { catalog }: GraphqlContext,
  ) => {
    const wanted = input.query?.toLowerCase() ?? '';
    const all = await catalog.accounts.listServiceAccounts();
    const found = all.filter(({ displayName }) => displayName.toLowerCase().includes(wanted));
    const { items, ...page } = pageOf(found, input);
    return { ...page, serviceAccounts: items.map(presentServiceAccount) };
  },
  getInviteToken: (_root: unknown, { input }: RoleInput, context: GraphqlContext) =>
    invite(input.roleUrn, false, context),
  getNativeUserInviteToken: (_root: unknown, _args: unknown, context: GraphqlContext) =>
    invite(undefined, false, context),
};

const USER_MUTATIONS: FieldResolvers = {
  updateUserStatus: async (
    _root: unknown,
    { urn, status }: Urned & { readonly status: 'ACTIVE' | 'SUSPENDED' },
    context: GraphqlContext,
  ) => {
    await context.catalog.accounts.updateUserStatus(user(urn, context), status);
    context.loader.forget();
    return status;
  },
  removeUser: async (_root: unknown, { urn }: Urned, context: GraphqlContext) => {
    await context.catalog.accounts.removeUser(user(urn, context));
    context.loader.forget();
    return true;
  },
  updateCorpUserProperties: async (
    _root: unknown,
    { urn, input }: Urned & { readonly input: unknown },
    context: GraphqlContext,
  ) => {
    const changed = context.references.parseAs('corpuser', urn);
    await context.catalog.accounts.updateUserProfile(changed.urn, profileOf(input));
    context.loader.forget();
    return changed;
  },
  createNativeUserResetToken: async (
    _root: unknown,
    { input }: { readonly input: { readonly userUrn: string } },
    context: GraphqlContext,
  ) => ({ resetToken: await context.catalog.accounts.createPasswordReset(user(input.userUrn, context)) }),
  createServiceAccount: async (
    _root: unknown,
    { input }: { readonly input: { readonly displayName: string; readonly description?: string | null } },
    { catalog }: GraphqlContext,
  ) => {
    const displayName = input.displayName.trim();
    if (displayName === '') throw invalidRequest('displayName must not be empty. Name the service account.');
    const description = input.description ?? undefined;
    return presentServiceAccount(await catalog.accounts.createServiceAccount({ displayName, description }));
  },
  deleteServiceAccount: async (_root: unknown, { urn }: Urned, context: GraphqlContext) => {
    await context.catalog.accounts.removeServiceAccount(user(urn, context));
    context.loader.forget();
    return true;
  },
};

const GROUP_MUTATIONS: FieldResolvers = {
  createGroup: async (
    _root: unknown,
    { input }: { readonly input: { id?: string | null; name: string; description?: string | null } },
    { catalog, settings }: GraphqlContext,
  ) => {
    const name = input.name.trim();
    if (name === '') throw invalidRequest('name must not be empty. Give the group a name.');
    const id = input.id || settings.newId();
    return catalog.accounts.createGroup({ id, name, description: input.description ?? '' });
  },
  removeGroup: async (_root: unknown, { urn }: Urned, context: GraphqlContext) => {
    await context.catalog.accounts.removeGroup(group(urn, context));
    context.loader.forget();
    return true;
  },
  addGroupMembers: async (_root: unknown, { input }: MembersInput, context: GraphqlContext) => {
    const users = input.userUrns.map((urn) => user(urn, context));
    await context.catalog.accounts.addGroupMembers(group(input.groupUrn, context), users);
    context.loader.forget();
    return true;
  },
  removeGroupMembers: async (_root: unknown, { input }: MembersInput, context: GraphqlContext) => {
    const users = input.userUrns.map((urn) => user(urn, context));
    await context.catalog.accounts.removeGroupMembers(group(input.groupUrn, context), users);
    context.loader.forget();
    return true;
  },
  updateCorpGroupProperties: async (
    _root: unknown,
    { urn, input }: Urned & { readonly input: unknown },
    context: GraphqlContext,
  ) => {
    const changed = context.references.parseAs('corpGroup', urn);
    await context.catalog.accounts.updateGroupProfile(changed.urn, profileOf(input));
    context.loader.forget();
    return changed;
  },
};

const ROLE_MUTATIONS: FieldResolvers = {
  batchAssignRole: async (
    _root: unknown,
    { input }: { readonly input: { roleUrn?: string | null; actors: readonly string[] } },
    { catalog, loader, references }: GraphqlContext,
  ) => {
    const role = input.roleUrn ? references.parse(input.roleUrn).urn : undefined;
    await catalog.accounts.assignRole(
      role,
      input.actors.map((actor) => references.parse(actor).urn),
    );
    loader.forget();
    return true;
  },
  createInviteToken: (_root: unknown, { input }: RoleInput, context: GraphqlContext) =>
    invite(input.roleUrn, true, context),
  createNativeUserInviteToken: (_root: unknown, _args: unknown, context: GraphqlContext) =>
    invite(undefined, true, context),
  acceptRole: async (
    _root: unknown,
    { input }: { readonly input: { readonly inviteToken: string } },
    { catalog, loader }: GraphqlContext,
  ) => {
    await catalog.accounts.acceptRole(input.inviteToken);
    loader.forget();
    return true;
  },
};

/** Mutations of users, service accounts, groups, roles and invitations. */
export const ACCOUNT_MUTATIONS: FieldResolvers = { ...USER_MUTATIONS, ...GROUP_MUTATIONS, ...ROLE_MUTATIONS };

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

function presentServiceAccount({ urn, ...account }: ServiceAccount): object {
  return { urn, type: 'CORP_USER', ...account };
}
