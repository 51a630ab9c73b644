import { entityTypeOf } from '../../model/urn.ts';
import type { Write } from './write.ts';

/** Platform privileges that allow changing entities of one type; any one of a list suffices. */
export interface TypeRights {
  readonly create: readonly string[];
  readonly update: readonly string[];
  readonly remove: readonly string[];
  /** Required for reading, regardless of policies on entities; absent: not required. */
  readonly read?: readonly string[];
  /** Whether privileges on the entity (EDIT_ENTITY, ...) do not count. */
  readonly isExclusive: boolean;
  /** Aspects that determine who has rights over the entity, with the privileges required for writing them. */
  readonly guarded?: Readonly<Record<string, readonly string[]>>;
  /** Aspects of an exclusive type that EDIT_ENTITY still covers: they neither grant rights nor hold secrets. */
  readonly open?: readonly string[];
}

function managedBy(privilege: string, ...creating: readonly string[]): TypeRights {
  const manage = [privilege];
  return { create: [...creating, privilege], update: manage, remove: manage, isExclusive: false };
}

function onlyManagedBy(privilege: string): TypeRights {
  return { ...managedBy(privilege), isExclusive: true };
}

function privateTo(privilege: string): TypeRights {
  return { ...onlyManagedBy(privilege), read: [privilege] };
}

const ACCOUNTS: TypeRights = {
  create: ['CREATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS'],
  update: ['UPDATE_USERS_AND_GROUPS', 'MANAGE_USERS_AND_GROUPS'],
  remove: ['MANAGE_USERS_AND_GROUPS'],
  isExclusive: true,
  guarded: { ownership: ['MANAGE_USERS_AND_GROUPS'] },
};

/**
 * Who may write entities of these types. Some types grant rights and others hold secrets; these are exclusive, so
 * that a policy for editing entities is not a back door. Types not listed need privileges on their entities.
 */
export const TYPE_RIGHTS: Readonly<Record<string, TypeRights>> = {
  dataHubPolicy: privateTo('MANAGE_POLICIES'),
  dataHubRole: onlyManagedBy('MANAGE_POLICIES'),
  corpuser: {
    ...ACCOUNTS,
    // Subtypes make a user a service account, which others may delete.
    guarded: { ...ACCOUNTS.guarded, subTypes: ['MANAGE_USERS_AND_GROUPS'] },
  },
  corpGroup: { ...ACCOUNTS, open: ['corpGroupEditableInfo'] },
  dataHubAccessToken: privateTo('MANAGE_ACCESS_TOKENS'),
  // Only webhooks are such entities.
  dataHubAction: privateTo('MANAGE_ACCESS_TOKENS'),
  inviteToken: privateTo('MANAGE_USER_CREDENTIALS'),
  dataHubSecret: privateTo('MANAGE_SECRETS'),
  dataHubConnection: privateTo('MANAGE_CONNECTIONS'),
  dataHubIngestionSource: privateTo('MANAGE_INGESTION'),
  // An executor runs its recipe with its own token and all secrets, and the recipe may contain a password.
  dataHubExecutionRequest: privateTo('MANAGE_INGESTION'),
  structuredProperty: onlyManagedBy('MANAGE_STRUCTURED_PROPERTIES'),
  dataType: onlyManagedBy('MANAGE_STRUCTURED_PROPERTIES'),
  entityType: onlyManagedBy('MANAGE_STRUCTURED_PROPERTIES'),
  globalSettings: onlyManagedBy('MANAGE_GLOBAL_SETTINGS'),
  dataHubRetention: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  dataHubUpgrade: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  changeProposal: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  telemetry: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  dataHubOpenAPISchema: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  dataHubPersona: onlyManagedBy('MANAGE_SYSTEM_OPERATIONS'),
  ownershipType: onlyManagedBy('MANAGE_GLOBAL_OWNERSHIP_TYPES'),
  lifecycleStageType: onlyManagedBy('MANAGE_GLOBAL_SETTINGS'),
  dataHubView: managedBy('MANAGE_GLOBAL_VIEWS'),
  // The default home page, and those that users create for themselves.
  dataHubPageTemplate: onlyManagedBy('MANAGE_HOME_PAGE_TEMPLATES'),
  dataHubPageModule: onlyManagedBy('MANAGE_HOME_PAGE_TEMPLATES'),
  post: managedBy('MANAGE_GLOBAL_ANNOUNCEMENTS', 'CREATE_GLOBAL_ANNOUNCEMENTS'),
  test: managedBy('MANAGE_TESTS'),
  form: managedBy('MANAGE_DOCUMENTATION_FORMS'),
  tag: managedBy('MANAGE_TAGS', 'CREATE_TAGS'),
  domain: managedBy('MANAGE_DOMAINS', 'CREATE_DOMAINS'),
  glossaryTerm: managedBy('MANAGE_GLOSSARIES'),
  glossaryNode: managedBy('MANAGE_GLOSSARIES'),
  application: managedBy('MANAGE_APPLICATIONS'),
  businessAttribute: managedBy('MANAGE_BUSINESS_ATTRIBUTE', 'CREATE_BUSINESS_ATTRIBUTE'),
};

/**
 * Aspects that grant rights or are private, on any entity, with the platform privileges required for writing them. The right to edit a
 * group must not suffice to make its members administrators.
 */
export const GUARDED_ASPECTS: Readonly<Record<string, readonly string[]>> = {
  roleMembership: ['MANAGE_POLICIES'],
  groupMembership: ['MANAGE_USERS_AND_GROUPS'],
  nativeGroupMembership: ['MANAGE_USERS_AND_GROUPS'],
  corpUserStatus: ['MANAGE_USERS_AND_GROUPS'],
  // Only OWN_ASPECTS allows it: settings name the user's personal views.
  corpUserSettings: [],
};

/** Also required for changing the members of a group that grants rights, by a role or a policy. */
export const RIGHTS_OF_MEMBERS = 'MANAGE_POLICIES';

/** Platform privileges that allow writing an aspect on any entity. */
export const PLATFORM_ASPECTS: Readonly<Record<string, readonly string[]>> = {
  forms: ['MANAGE_DOCUMENTATION_FORMS'],
};

/** Privileges on the entity for reading timeseries points, besides the right to read it; by entity type and aspect. */
export const POINT_PRIVILEGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dataset: {
    datasetProfile: 'VIEW_DATASET_PROFILE',
    datasetUsageStatistics: 'VIEW_DATASET_USAGE',
    operation: 'VIEW_DATASET_OPERATIONS',
  },
  dashboard: { dashboardUsageStatistics: 'VIEW_DATASET_USAGE' },
};

/** Aspects that users may write on themselves. */
export const OWN_ASPECTS: readonly string[] = ['corpUserEditableInfo', 'corpUserSettings'];

const COLUMNS = ['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_GLOSSARY_TERMS', 'EDIT_DATASET_COL_DESCRIPTION'];

/** Alternatives to EDIT_ENTITY for changing one aspect: all privileges of one of the lists, on the entity. */
export const ASPECT_RIGHTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  structuredProperties: [['EDIT_ENTITY_PROPERTIES']],
  globalTags: [['EDIT_ENTITY_TAGS']],
  glossaryTerms: [['EDIT_ENTITY_GLOSSARY_TERMS']],
  ownership: [['EDIT_ENTITY_OWNERS']],
  domains: [['EDIT_DOMAINS_PRIVILEGE']],
  dataProductProperties: [['MANAGE_DATA_PRODUCTS']],
  deprecation: [['EDIT_DEPRECATION_PRIVILEGE']],
  status: [['EDIT_ENTITY_STATUS'], ['DELETE_ENTITY']],
  documentation: [['EDIT_ENTITY_DOCS']],
  institutionalMemory: [['EDIT_ENTITY_DOC_LINKS']],
  editableDatasetProperties: [['EDIT_ENTITY_DOCS']],
  editableChartProperties: [['EDIT_ENTITY_DOCS']],
  editableDashboardProperties: [['EDIT_ENTITY_DOCS']],
  editableDataFlowProperties: [['EDIT_ENTITY_DOCS']],
  editableDataJobProperties: [['EDIT_ENTITY_DOCS']],
  editableContainerProperties: [['EDIT_ENTITY_DOCS']],
  editableNotebookProperties: [['EDIT_ENTITY_DOCS']],
  editableMlModelProperties: [['EDIT_ENTITY_DOCS']],
  editableMlModelGroupProperties: [['EDIT_ENTITY_DOCS']],
  editableMlFeatureProperties: [['EDIT_ENTITY_DOCS']],
  editableMlFeatureTableProperties: [['EDIT_ENTITY_DOCS']],
  editableMlPrimaryKeyProperties: [['EDIT_ENTITY_DOCS']],
  editableERModelRelationshipProperties: [['EDIT_ENTITY_DOCS']],
  // One aspect holds tags, terms and descriptions of all columns, so writing it needs all three.
  editableSchemaMetadata: [COLUMNS],
  upstreamLineage: [['EDIT_LINEAGE']],
  dataJobInputOutput: [['EDIT_LINEAGE']],
  embed: [['EDIT_ENTITY_EMBED']],
  operation: [['EDIT_ENTITY_OPERATIONS']],
  incidentsSummary: [['EDIT_ENTITY_INCIDENTS']],
  assetSettings: [['MANAGE_ASSET_SUMMARY']],
};

/** Requirements of a write: one of the platform privileges, or all privileges of one of the lists on the entity. */
export interface WriteNeed {
  readonly platform: readonly string[];
  readonly onEntity: readonly (readonly string[])[];
}

/** The privileges that the general rules require for a write. */
export function needOf({ urn, operation, aspectName }: Write): WriteNeed {
  const entityType = entityTypeOf(urn);
  const type = own(TYPE_RIGHTS, entityType);
  const guarded =
    aspectName === undefined
      ? undefined
      : (own(type?.guarded ?? {}, aspectName) ?? own(GUARDED_ASPECTS, aspectName));
  if (guarded !== undefined) return { platform: guarded, onEntity: [] };
  const ofAnybody = aspectName === undefined ? undefined : own(PLATFORM_ASPECTS, aspectName);
  const platform = [...(type?.[operation] ?? []), ...(operation === 'create' ? [] : (ofAnybody ?? []))];
  const ofAspect = (aspectName === undefined ? undefined : own(ASPECT_RIGHTS, aspectName)) ?? [];
  if (type?.isExclusive === true) {
    const isOpen = operation === 'update' && type.open?.includes(aspectName ?? '') === true;
    return { platform, onEntity: isOpen ? [['EDIT_ENTITY']] : [] };
  }
  switch (operation) {
    case 'create':
      // A column's entity is created by the first aspect written to it, so the right to that aspect suffices.
      return {
        platform,
        onEntity: [['CREATE_ENTITY'], ['EDIT_ENTITY'], ...(entityType === 'schemaField' ? ofAspect : [])],
      };
    case 'update':
      return { platform, onEntity: [['EDIT_ENTITY'], ...ofAspect] };
    case 'remove':
      return aspectName === undefined
        ? { platform, onEntity: [['DELETE_ENTITY']] }
        : { platform, onEntity: [['DELETE_ENTITY'], ['EDIT_ENTITY'], ...ofAspect] };
  }
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
