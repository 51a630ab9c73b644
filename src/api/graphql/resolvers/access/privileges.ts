import { graphqlTypeOf } from '../../../../model/registry/entity-type-names.ts';
import {
  PLATFORM_PRIVILEGES,
  RESOURCE_PRIVILEGES,
  type Privilege,
  type ResourcePrivileges,
} from '../../../../model/access/privileges.ts';
import { explainPrivilege } from '../../../../operations/policies/explain-privilege.ts';
import { getGrantedPrivileges } from '../../../../operations/policies/get-granted-privileges.ts';
import { getOwnPrivileges } from '../../../../operations/policies/get-own-privileges.ts';
import { holdsOnAny } from '../../../../operations/policies/holds-on-any.ts';
import { listEditors } from '../../../../operations/policies/list-editors.ts';
import { listPrivilegeHolders } from '../../../../operations/policies/list-privilege-holders.ts';
import { noteWarning } from '../../../http/request-context.ts';
import { presentReason } from '../../presenters/access-reason.ts';
import { answeredBy } from '../fields/bind-operation.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';

/** Queries for the privileges of actors, and for the reasons. */
export const PRIVILEGE_QUERIES = {
  getGrantedPrivileges: answeredBy(getGrantedPrivileges, async (_root, { input }, context) => {
    const { actorUrn, includeEvaluationDetails, resourceSpec } = input;
    if (includeEvaluationDetails === true) {
      noteWarning(
        'input.includeEvaluationDetails has no effect. Use explainPrivilege to see why an actor lacks a privilege.',
      );
    }
    const asked = { actorUrn, resourceUrn: resourceSpec?.resourceUrn };
    return { privileges: await context.run(getGrantedPrivileges, asked) };
  }),
  explainPrivilege: answeredBy(explainPrivilege, async (_root, { input }, context) => {
    const { allowed, nearest, policy, reason, unknown } = await context.run(explainPrivilege, input);
    return {
      allowed,
      reason: reason.text,
      reasons: [presentReason(reason)],
      policyUrn: policy,
      unknown,
      nearest: nearest.map(({ missing, name, policy: policyUrn }) => ({
        name,
        policyUrn,
        missing: missing.map(({ text }) => text),
        reasons: missing.map(presentReason),
      })),
    };
  }),
  holdsOnAny: answeredBy(holdsOnAny, (_root, args, context) => context.run(holdsOnAny, args)),
  listEditors: answeredBy(listEditors, (_root, args, context) => context.run(listEditors, args)),
  listPrivilegeHolders: answeredBy(listPrivilegeHolders, async (_root, { input }, context) => {
    const { policies, ...page } = await context.run(listPrivilegeHolders, input);
    return {
      ...page,
      policies: policies.map(({ holders, isLimitedToProperties, isLimitedToTags, policy, ...shown }) => ({
        ...shown,
        ...holders,
        policyUrn: policy,
        limitedToProperties: isLimitedToProperties,
        limitedToTags: isLimitedToTags,
      })),
    };
  }),
} satisfies Partial<Resolvers['Query']>;

const POLICIES_CONFIG = {
  enabled: true,
  platformPrivileges: PLATFORM_PRIVILEGES.map(present),
  resourcePrivileges: RESOURCE_PRIVILEGES.map(presentResource),
};

function present({ name, displayName, description }: Privilege): object {
  return { type: name, displayName, description };
}

function presentResource({ resourceType, displayName, privileges }: ResourcePrivileges): object {
  return {
    resourceType,
    resourceTypeDisplayName: displayName,
    entityType: resourceType === 'all' ? null : graphqlTypeOf(resourceType),
    privileges: privileges.map(present),
  };
}

/** Fields of `AppConfig` about privileges. */
export const APP_CONFIG = { policiesConfig: () => POLICIES_CONFIG } satisfies Partial<Resolvers['AppConfig']>;

/** Flags of `PlatformPrivileges`; any one of the listed privileges sets the flag. */
const PLATFORM_FLAGS: Readonly<Record<string, readonly string[]>> = {
  viewAnalytics: ['VIEW_ANALYTICS'],
  managePolicies: ['MANAGE_POLICIES'],
  manageIdentities: ['MANAGE_USERS_AND_GROUPS'],
  generatePersonalAccessTokens: ['GENERATE_PERSONAL_ACCESS_TOKENS'],
  createDomains: ['CREATE_DOMAINS', 'MANAGE_DOMAINS'],
  manageDomains: ['MANAGE_DOMAINS'],
  manageIngestion: ['MANAGE_INGESTION'],
  manageSecrets: ['MANAGE_SECRETS'],
  manageTokens: ['MANAGE_ACCESS_TOKENS'],
  viewTests: ['VIEW_TESTS', 'MANAGE_TESTS'],
  manageTests: ['MANAGE_TESTS'],
  manageGlossaries: ['MANAGE_GLOSSARIES'],
  manageUserCredentials: ['MANAGE_USER_CREDENTIALS'],
  createTags: ['CREATE_TAGS', 'MANAGE_TAGS'],
  manageTags: ['MANAGE_TAGS'],
  viewManageTags: ['VIEW_MANAGE_TAGS', 'MANAGE_TAGS'],
  manageGlobalViews: ['MANAGE_GLOBAL_VIEWS'],
  manageGlobalAnnouncements: ['MANAGE_GLOBAL_ANNOUNCEMENTS'],
  manageGlobalSettings: ['MANAGE_GLOBAL_SETTINGS'],
  manageOwnershipTypes: ['MANAGE_GLOBAL_OWNERSHIP_TYPES'],
  createBusinessAttributes: ['CREATE_BUSINESS_ATTRIBUTE', 'MANAGE_BUSINESS_ATTRIBUTE'],
  manageBusinessAttributes: ['MANAGE_BUSINESS_ATTRIBUTE'],
  manageStructuredProperties: ['MANAGE_STRUCTURED_PROPERTIES'],
  viewStructuredPropertiesPage: ['VIEW_STRUCTURED_PROPERTIES_PAGE', 'MANAGE_STRUCTURED_PROPERTIES'],
  manageApplications: ['MANAGE_APPLICATIONS'],
  manageFeatures: ['MANAGE_FEATURES'],
  manageHomePageTemplates: ['MANAGE_HOME_PAGE_TEMPLATES'],
  manageServiceAccounts: ['MANAGE_SERVICE_ACCOUNTS'],
  createLogicalModels: ['CREATE_LOGICAL_MODELS'],
  manageDocuments: ['MANAGE_DOCUMENTS'],
};

/** Fields of `AuthenticatedUser` about privileges. */
export const AUTHENTICATED_USER = {
  platformPrivileges: async (_root, _args, context) => {
    const held = new Set(await context.run(getOwnPrivileges, {}));
    return Object.fromEntries(
      Object.entries(PLATFORM_FLAGS).map(([flag, anyOf]) => [flag, anyOf.some((name) => held.has(name))]),
    );
  },
} satisfies Partial<Resolvers['AuthenticatedUser']>;
