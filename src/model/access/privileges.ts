import { suggestion } from '../../util/closest-name.ts';

/** A privilege that policies can grant, by DataHub's name. */
export interface Privilege {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
}

/** Privileges that policies on one entity type can grant. */
export interface ResourcePrivileges {
  /** Registry name of the entity type, or `all`. */
  readonly resourceType: string;
  readonly displayName: string;
  readonly privileges: readonly Privilege[];
}

const describe = (texts: Readonly<Record<string, readonly [displayName: string, description: string]>>) =>
  Object.entries(texts).map(([name, [displayName, description]]): Privilege => ({
    name,
    displayName,
    description,
  }));

/** Privileges on the catalog as a whole, in display order. */
export const PLATFORM_PRIVILEGES: readonly Privilege[] = describe({
  MANAGE_POLICIES: [
    'Manage Policies',
    'Read, write and delete policies and roles. Equivalent to all privileges.',
  ],
  MANAGE_USERS_AND_GROUPS: [
    'Manage Users & Groups',
    'Create, change and delete users and groups. Allows taking over any account except the root actor.',
  ],
  CREATE_USERS_AND_GROUPS: ['Create Users & Groups', 'Create users and groups.'],
  UPDATE_USERS_AND_GROUPS: ['Update Users & Groups', 'Change users and groups.'],
  MANAGE_USER_CREDENTIALS: [
    'Manage User Credentials',
    'Invite users and reset their passwords. Allows acting as any user except the root actor.',
  ],
  GENERATE_PERSONAL_ACCESS_TOKENS: ['Generate Personal Access Tokens', 'Create access tokens for oneself.'],
  MANAGE_ACCESS_TOKENS: [
    'Manage All Access Tokens',
    'Create, list and revoke access tokens of all actors. Allows acting as any actor.',
  ],
  MANAGE_SERVICE_ACCOUNTS: ['Manage Service Accounts', 'Create and delete service accounts.'],
  MANAGE_STRUCTURED_PROPERTIES: [
    'Manage Structured Properties',
    'Define, change, delete and restore structured properties.',
  ],
  VIEW_STRUCTURED_PROPERTIES_PAGE: [
    'View Structured Properties',
    "Open the structured properties page in DataHub's web application.",
  ],
  MANAGE_SYSTEM_OPERATIONS: [
    'Manage System Operations',
    'Start and monitor system updates, doctor runs and other operations on the whole catalog.',
  ],
  VIEW_ANALYTICS: ['View Analytics', 'View usage statistics of the catalog.'],
  GET_ANALYTICS_PRIVILEGE: ['Analytics API access', 'Read usage statistics of the catalog by API.'],
  GET_PLATFORM_EVENTS: ['Get Platform Events', 'Read the audit log and entity change events.'],
  GET_METADATA_CHANGE_LOG_EVENTS: [
    'Get Metadata Change Log Events',
    'Poll changes of aspects with their values: the topics of the metadata change log.',
  ],
  MANAGE_INGESTION: ['Manage Metadata Ingestion', 'Create, change, delete and run ingestion sources.'],
  MANAGE_SECRETS: ['Manage Secrets', 'Read, create and delete secrets.'],
  MANAGE_CONNECTIONS: ['Manage Connections', 'Read and write connections to other systems.'],
  CREATE_DOMAINS: ['Create Domains', 'Create domains.'],
  MANAGE_DOMAINS: ['Manage Domains', 'Create, change and delete domains.'],
  CREATE_TAGS: ['Create Tags', 'Create tags.'],
  MANAGE_TAGS: ['Manage Tags', 'Create, change and delete tags.'],
  VIEW_MANAGE_TAGS: ['View Tags Page', "Open the tags page in DataHub's web application."],
  MANAGE_GLOSSARIES: ['Manage Glossaries', 'Create, change and delete glossary terms and term groups.'],
  MANAGE_APPLICATIONS: ['Manage Applications', 'Create, change and delete applications.'],
  CREATE_BUSINESS_ATTRIBUTE: ['Create Business Attribute', 'Create business attributes.'],
  MANAGE_BUSINESS_ATTRIBUTE: ['Manage Business Attribute', 'Create, change and delete business attributes.'],
  MANAGE_GLOBAL_OWNERSHIP_TYPES: ['Manage Ownership Types', 'Create, change and delete ownership types.'],
  MANAGE_DOCUMENTATION_FORMS: ['Manage Documentation Forms', 'Create, change and delete forms.'],
  CREATE_GLOBAL_ANNOUNCEMENTS: ['Create Global Announcements', 'Create posts on the home page.'],
  MANAGE_GLOBAL_ANNOUNCEMENTS: ['Manage Home Page Posts', 'Create and delete posts on the home page.'],
  MANAGE_GLOBAL_VIEWS: ['Manage Public Views', 'Create, change and delete public views.'],
  MANAGE_GLOBAL_SETTINGS: ['Manage Global Settings', 'Change global settings.'],
  MANAGE_FEATURES: ['Manage Features', "Configure pages and features of DataHub's web application."],
  MANAGE_HOME_PAGE_TEMPLATES: ['Manage Home Page Templates', 'Configure the home page of all users.'],
  VIEW_TESTS: ['View Tests', 'View metadata tests.'],
  MANAGE_TESTS: ['Manage Tests', 'Create, change and delete metadata tests.'],
  RESTORE_INDICES_PRIVILEGE: ['Restore Indices API', 'Rebuild the search index.'],
  GET_TIMESERIES_INDEX_SIZES_PRIVILEGE: [
    'Get Timeseries index sizes API',
    'Read the size of timeseries aspects.',
  ],
  TRUNCATE_TIMESERIES_INDEX_PRIVILEGE: [
    'Truncate timeseries API',
    'Delete old points of timeseries aspects.',
  ],
  GET_ES_TASK_STATUS_PRIVILEGE: ['Get index task status API', 'Read the status of index tasks.'],
  SET_WRITEABLE_PRIVILEGE: ['Enable/Disable Writeability API', 'Make the catalog read-only or writable.'],
  APPLY_RETENTION_PRIVILEGE: ['Apply Retention API', 'Delete old aspect versions.'],
});

const COMMON = describe({
  VIEW_ENTITY_PAGE: ['View Entity Page', 'Read the entity and find it by search.'],
  GET_ENTITY_PRIVILEGE: ['Get Entity + Relationships API', 'Read the entity and find it by search.'],
  EXISTS_ENTITY: ['Entity Exists', 'Accepted in policies of DataHub; existence follows from read access.'],
  SEARCH_PRIVILEGE: ['Search API', 'Accepted in policies of DataHub; search follows from read access.'],
  GET_COUNTS_PRIVILEGE: [
    'Get Aspect/Entity Count APIs',
    'Accepted in policies of DataHub; counts follow from read access.',
  ],
  GET_TIMELINE_PRIVILEGE: [
    'Get Timeline API',
    'Accepted in policies of DataHub; the timeline follows from read access.',
  ],
  GET_TIMESERIES_ASPECT_PRIVILEGE: [
    'Get Timeseries Aspect API',
    'Accepted in policies of DataHub; timeseries follow from read access and the privileges below.',
  ],
  PRODUCE_PLATFORM_EVENT_PRIVILEGE: [
    'Produce Platform Event API',
    'Accepted in policies of DataHub; has no effect, because there are no platform events.',
  ],
  CREATE_ENTITY: ['Create Entity', 'Create the entity if it does not exist.'],
  EDIT_ENTITY: ['Edit Entity', 'Change anything about the entity.'],
  DELETE_ENTITY: ['Delete', 'Soft-delete or hard-delete the entity.'],
  PROPOSE_CHANGES: ['Propose Changes', 'Propose changes, which somebody who may make them approves.'],
  EDIT_ENTITY_PROPERTIES: ['Edit Properties', 'Assign and remove values of structured properties.'],
  EDIT_ENTITY_TAGS: ['Edit Tags', 'Add and remove tags.'],
  EDIT_ENTITY_GLOSSARY_TERMS: ['Edit Glossary Terms', 'Add and remove glossary terms.'],
  EDIT_ENTITY_OWNERS: ['Edit Owners', 'Add and remove owners.'],
  EDIT_ENTITY_DOCS: ['Edit Description', 'Change the documentation.'],
  EDIT_ENTITY_DOC_LINKS: ['Edit Links', 'Add and remove links.'],
  EDIT_ENTITY_STATUS: ['Edit Status', 'Soft-delete and restore the entity.'],
  EDIT_DOMAINS_PRIVILEGE: ['Edit Domain', 'Set the domain of the entity.'],
  EDIT_ENTITY_DATA_PRODUCTS: ['Edit Data Product', 'Set the data product of the entity.'],
  EDIT_DEPRECATION_PRIVILEGE: ['Edit Deprecation', 'Deprecate the entity.'],
  EDIT_ENTITY_INCIDENTS: ['Edit Incidents', 'Raise and resolve incidents.'],
  MANAGE_ASSET_SUMMARY: ['Manage Asset Summary', 'Choose the page template with the summary of the entity.'],
});

const SPECIAL = describe({
  EXECUTE_ENTITY: ['Execute Entity', 'Run an ingestion source and cancel its runs.'],
  EDIT_LINEAGE: ['Edit Lineage', 'Add and remove upstream and downstream entities.'],
  EDIT_ENTITY_EMBED: ['Edit Embedded Content', 'Change the embedded content on the entity page.'],
  EDIT_ENTITY_ASSERTIONS: ['Edit Assertions', 'Add and remove assertions.'],
  EDIT_ENTITY_OPERATIONS: ['Edit Operations', 'Report operations on the entity.'],
  VIEW_ENTITY_QUERIES: ['View Dataset Queries', 'Read queries whose subjects are all such datasets.'],
  EDIT_ENTITY_QUERIES: ['Edit Dataset Queries', 'Read and change the queries shown with a dataset.'],
  EDIT_ENTITY_DATA_CONTRACT: ['Edit Data Contract', 'Change the contract of a dataset.'],
  CREATE_ENTITY_ER_MODEL_RELATIONSHIP: [
    'Create relationship of datasets',
    'Create relationships between datasets.',
  ],
  EDIT_DATASET_COL_TAGS: ['Edit Dataset Column Tags', 'Add and remove tags of columns.'],
  EDIT_DATASET_COL_GLOSSARY_TERMS: ['Edit Dataset Column Glossary Terms', 'Add and remove terms of columns.'],
  EDIT_DATASET_COL_DESCRIPTION: ['Edit Dataset Column Descriptions', 'Change the documentation of columns.'],
  EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE: [
    'Edit Dataset Column Business Attribute',
    'Set the business attribute of columns.',
  ],
  VIEW_DATASET_USAGE: [
    'View Dataset Usage',
    'Read usage statistics of a dataset or dashboard, with users and queries.',
  ],
  VIEW_DATASET_PROFILE: ['View Dataset Profile', 'Read profiles of a dataset: statistics and sample values.'],
  VIEW_DATASET_OPERATIONS: [
    'View Dataset Operations',
    'Read operations on a dataset: who changed its data, and when.',
  ],
  EDIT_TAG_COLOR: ['Edit Tag Color', 'Change the color of a tag.'],
  EDIT_GROUP_MEMBERS: ['Edit Group Members', 'Add and remove members of a group.'],
  EDIT_USER_PROFILE: ['Edit User Profile', 'Change name, picture and description of a user.'],
  EDIT_CONTACT_INFO: ['Edit Contact Information', 'Change the contact information of a user or a group.'],
  MANAGE_GLOSSARY_CHILDREN: [
    'Manage Direct Glossary Children',
    'Create and delete direct children in the glossary.',
  ],
  MANAGE_ALL_GLOSSARY_CHILDREN: [
    'Manage All Glossary Children',
    'Create and delete all descendants in the glossary.',
  ],
  MANAGE_DATA_PRODUCTS: ['Manage Data Products', 'Create, change and delete data products.'],
});

const BY_NAME = new Map([...PLATFORM_PRIVILEGES, ...COMMON, ...SPECIAL].map((one) => [one.name, one]));

const resource = (resourceType: string, displayName: string, ...special: readonly string[]) => ({
  resourceType,
  displayName,
  privileges: [...COMMON, ...special.flatMap((name) => BY_NAME.get(name) ?? [])],
});

/** Privileges by entity type; `all` has every privilege on entities. */
export const RESOURCE_PRIVILEGES: readonly ResourcePrivileges[] = [
  resource(
    'dataset',
    'Datasets',
    'EDIT_LINEAGE',
    'EDIT_ENTITY_EMBED',
    'EDIT_ENTITY_ASSERTIONS',
    'EDIT_ENTITY_OPERATIONS',
    'VIEW_ENTITY_QUERIES',
    'EDIT_ENTITY_QUERIES',
    'EDIT_ENTITY_DATA_CONTRACT',
    'CREATE_ENTITY_ER_MODEL_RELATIONSHIP',
    'EDIT_DATASET_COL_TAGS',
    'EDIT_DATASET_COL_GLOSSARY_TERMS',
    'EDIT_DATASET_COL_DESCRIPTION',
    'EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE',
    'VIEW_DATASET_USAGE',
    'VIEW_DATASET_PROFILE',
    'VIEW_DATASET_OPERATIONS',
  ),
  resource('dashboard', 'Dashboards', 'EDIT_LINEAGE', 'EDIT_ENTITY_EMBED'),
  resource('chart', 'Charts', 'EDIT_LINEAGE', 'EDIT_ENTITY_EMBED'),
  resource('dataFlow', 'Data Pipelines'),
  resource('dataJob', 'Data Tasks', 'EDIT_LINEAGE'),
  resource('tag', 'Tags', 'EDIT_TAG_COLOR'),
  resource('container', 'Containers'),
  resource('domain', 'Domains', 'MANAGE_DATA_PRODUCTS'),
  resource('dataProduct', 'Data Products'),
  resource('glossaryTerm', 'Glossary Terms'),
  resource(
    'glossaryNode',
    'Glossary Term Groups',
    'MANAGE_GLOSSARY_CHILDREN',
    'MANAGE_ALL_GLOSSARY_CHILDREN',
  ),
  resource('corpGroup', 'Groups', 'EDIT_GROUP_MEMBERS', 'EDIT_CONTACT_INFO'),
  resource('corpuser', 'Users', 'EDIT_CONTACT_INFO', 'EDIT_USER_PROFILE'),
  resource('notebook', 'Notebooks'),
  resource('mlModel', 'ML Models', 'EDIT_LINEAGE'),
  resource('mlModelGroup', 'ML Model Groups'),
  resource('mlFeature', 'ML Features'),
  resource('mlFeatureTable', 'ML Feature Tables'),
  resource('mlPrimaryKey', 'ML Primary Keys'),
  resource('schemaField', 'Columns'),
  resource('erModelRelationship', 'Relationships of datasets'),
  resource('businessAttribute', 'Business Attributes'),
  resource('versionSet', 'Version Sets'),
  resource('application', 'Applications'),
  resource('document', 'Documents'),
  {
    // No other privilege on them can be granted: MANAGE_INGESTION covers the rest.
    resourceType: 'dataHubIngestionSource',
    displayName: 'Ingestion Sources',
    privileges: SPECIAL.filter(({ name }) => name === 'EXECUTE_ENTITY'),
  },
  { resourceType: 'all', displayName: 'All Types', privileges: [...COMMON, ...SPECIAL] },
];

/** Names of privileges in older versions of DataHub, with the current names. */
const FORMER_NAMES: Readonly<Record<string, string>> = { CREATE_TAG: 'CREATE_TAGS' };

/** DataHub privileges that policies can grant, but that have no effect here. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'CREATE_LOGICAL_MODELS',
  'DATA_LIST_ENTITIES',
  'DATA_MANAGE_NAMESPACES',
  'DATA_MANAGE_TABLES',
  'DATA_MANAGE_VIEWS',
  'DATA_READ_ONLY',
  'DATA_READ_WRITE',
  'ES_EXPLAIN_QUERY_PRIVILEGE',
  'MANAGE_DOCUMENTS',
  'VIEW_ALL_QUERIES',
]);

/** Whether a policy may contain the name: a privilege, or a DataHub privilege without effect here. */
export function isGrantable(name: string): boolean {
  return isPrivilege(name) || WITHOUT_EFFECT.has(name);
}

/** Current name of a privilege; other names are returned unchanged. */
export function currentPrivilegeName(name: string): string {
  return Object.hasOwn(FORMER_NAMES, name) ? (FORMER_NAMES[name] ?? name) : name;
}

/** Whether a privilege has this name, or had it in an older version of DataHub. */
export function isPrivilege(name: string): boolean {
  return BY_NAME.has(currentPrivilegeName(name));
}

/** Whether it is a privilege on entities, and not one of the platform. */
export function isEntityPrivilege(name: string): boolean {
  return entityPrivileges('all').includes(currentPrivilegeName(name));
}

/** Names of the privileges on entities of the type. */
export function entityPrivileges(entityType: string): readonly string[] {
  const listed = (type: string): ResourcePrivileges | undefined =>
    RESOURCE_PRIVILEGES.find(({ resourceType }) => resourceType === type);
  return (listed(entityType) ?? listed('all'))?.privileges.map(({ name }) => name) ?? [];
}

/** Error text for an unknown privilege, with a suggestion. */
export function unknownPrivilege(name: string): string {
  return `There is no privilege '${name}'.${suggestion(name, BY_NAME.keys())} appConfig.policiesConfig lists all.`;
}

/** Each of these privileges allows reading an entity. */
export const READ_PRIVILEGES: readonly string[] = [
  'VIEW_ENTITY_PAGE',
  'GET_ENTITY_PRIVILEGE',
  'EDIT_ENTITY',
  'DELETE_ENTITY',
];

/** Each of these privileges, on every subject of a query, allows reading the query. */
export const QUERY_READ_PRIVILEGES: readonly string[] = [
  ...READ_PRIVILEGES,
  'VIEW_ENTITY_QUERIES',
  'EDIT_ENTITY_QUERIES',
];
