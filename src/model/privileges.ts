import { suggestion } from '../util/closest-name.ts';

/** One thing that somebody may be allowed to do, by DataHub's name. */
export interface Privilege {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
}

/** The privileges that policies on entities of one type can grant. */
export interface ResourcePrivileges {
  /** Name in the registry; `all` for every type together. */
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

/** Privileges that are about the catalog as a whole, in the order in which they are shown. */
export const PLATFORM_PRIVILEGES: readonly Privilege[] = describe({
  MANAGE_POLICIES: [
    'Manage Policies',
    'Read, write and remove policies and roles. Whoever may do this may do everything.',
  ],
  MANAGE_USERS_AND_GROUPS: [
    'Manage Users & Groups',
    'Create, change and remove users and groups. Whoever may do this may take the place of anybody but the root actor.',
  ],
  CREATE_USERS_AND_GROUPS: ['Create Users & Groups', 'Create users and groups.'],
  UPDATE_USERS_AND_GROUPS: ['Update Users & Groups', 'Change users and groups.'],
  MANAGE_USER_CREDENTIALS: [
    'Manage User Credentials',
    'Invite users and reset their passwords. Whoever may do this may act as anybody but the root actor.',
  ],
  GENERATE_PERSONAL_ACCESS_TOKENS: ['Generate Personal Access Tokens', 'Make access tokens for oneself.'],
  MANAGE_ACCESS_TOKENS: [
    'Manage All Access Tokens',
    'Make, list and revoke access tokens for anybody. Whoever may do this may act as anybody.',
  ],
  MANAGE_SERVICE_ACCOUNTS: ['Manage Service Accounts', 'Create and remove accounts of programs.'],
  MANAGE_STRUCTURED_PROPERTIES: [
    'Manage Structured Properties',
    'Define, change, delete and restore structured properties.',
  ],
  VIEW_STRUCTURED_PROPERTIES_PAGE: [
    'View Structured Properties',
    'Open the page of structured properties in the web application of DataHub.',
  ],
  MANAGE_SYSTEM_OPERATIONS: [
    'Manage System Operations',
    'Start and watch system updates, doctor runs and other operations on the whole catalog.',
  ],
  VIEW_ANALYTICS: ['View Analytics', 'See figures about the use of the catalog.'],
  GET_ANALYTICS_PRIVILEGE: ['Analytics API access', 'Read figures about the use of the catalog by API.'],
  GET_PLATFORM_EVENTS: ['Get Platform Events', 'Read the audit log.'],
  MANAGE_INGESTION: ['Manage Metadata Ingestion', 'Create, change and remove ingestion sources.'],
  MANAGE_SECRETS: ['Manage Secrets', 'Read, create and remove secrets.'],
  MANAGE_CONNECTIONS: ['Manage Connections', 'Read and write connections to other systems.'],
  CREATE_DOMAINS: ['Create Domains', 'Create domains.'],
  MANAGE_DOMAINS: ['Manage Domains', 'Create, change and remove domains.'],
  CREATE_TAGS: ['Create Tags', 'Create tags.'],
  MANAGE_TAGS: ['Manage Tags', 'Create, change and remove tags.'],
  VIEW_MANAGE_TAGS: ['View Tags Page', 'Open the page of tags in the web application of DataHub.'],
  MANAGE_GLOSSARIES: ['Manage Glossaries', 'Create, change and remove glossary terms and their groups.'],
  MANAGE_APPLICATIONS: ['Manage Applications', 'Create, change and remove applications.'],
  CREATE_BUSINESS_ATTRIBUTE: ['Create Business Attribute', 'Create business attributes.'],
  MANAGE_BUSINESS_ATTRIBUTE: ['Manage Business Attribute', 'Create, change and remove business attributes.'],
  MANAGE_GLOBAL_OWNERSHIP_TYPES: ['Manage Ownership Types', 'Create, change and remove ownership types.'],
  MANAGE_DOCUMENTATION_FORMS: ['Manage Documentation Forms', 'Create, change and remove forms.'],
  CREATE_GLOBAL_ANNOUNCEMENTS: ['Create Global Announcements', 'Create posts on the home page.'],
  MANAGE_GLOBAL_ANNOUNCEMENTS: ['Manage Home Page Posts', 'Create and remove posts on the home page.'],
  MANAGE_GLOBAL_VIEWS: ['Manage Public Views', 'Create, change and remove views for everybody.'],
  MANAGE_GLOBAL_SETTINGS: ['Manage Global Settings', 'Change the settings of the whole catalog.'],
  MANAGE_FEATURES: ['Manage Features', 'Arrange pages and features of the web application of DataHub.'],
  MANAGE_HOME_PAGE_TEMPLATES: ['Manage Home Page Templates', 'Arrange the home page for everybody.'],
  VIEW_TESTS: ['View Tests', 'See metadata tests.'],
  MANAGE_TESTS: ['Manage Tests', 'Create, change and remove metadata tests.'],
  RESTORE_INDICES_PRIVILEGE: ['Restore Indices API', 'Rebuild the search index.'],
  GET_TIMESERIES_INDEX_SIZES_PRIVILEGE: ['Get Timeseries index sizes API', 'Read the size of timeseries.'],
  TRUNCATE_TIMESERIES_INDEX_PRIVILEGE: ['Truncate timeseries API', 'Cut off old points of timeseries.'],
  GET_ES_TASK_STATUS_PRIVILEGE: ['Get index task status API', 'Read how tasks of the index stand.'],
  SET_WRITEABLE_PRIVILEGE: ['Enable/Disable Writeability API', 'Make the catalog read-only and back.'],
  APPLY_RETENTION_PRIVILEGE: ['Apply Retention API', 'Remove old versions of aspects.'],
});

const COMMON = describe({
  VIEW_ENTITY_PAGE: ['View Entity Page', 'Read the entity, and find it by search.'],
  GET_ENTITY_PRIVILEGE: ['Get Entity + Relationships API', 'Read the entity, and find it by search.'],
  EXISTS_ENTITY: ['Entity Exists', 'Kept for policies of DataHub: what may be read is known to exist.'],
  SEARCH_PRIVILEGE: ['Search API', 'Kept for policies of DataHub: what may be read is found.'],
  GET_COUNTS_PRIVILEGE: [
    'Get Aspect/Entity Count APIs',
    'Kept for policies of DataHub: what may be read is counted.',
  ],
  GET_TIMELINE_PRIVILEGE: [
    'Get Timeline API',
    'Kept for policies of DataHub: what may be read has a history.',
  ],
  GET_TIMESERIES_ASPECT_PRIVILEGE: [
    'Get Timeseries Aspect API',
    'Kept for policies of DataHub: what may be read has its points of time, by the privileges below.',
  ],
  PRODUCE_PLATFORM_EVENT_PRIVILEGE: [
    'Produce Platform Event API',
    'Kept for policies of DataHub: there are no platform events here.',
  ],
  CREATE_ENTITY: ['Create Entity', 'Create the entity if it does not exist.'],
  EDIT_ENTITY: ['Edit Entity', 'Change anything about the entity.'],
  DELETE_ENTITY: ['Delete', 'Delete the entity, softly or for good.'],
  EDIT_ENTITY_PROPERTIES: ['Edit Properties', 'Assign and remove values of structured properties.'],
  EDIT_ENTITY_TAGS: ['Edit Tags', 'Add and remove tags.'],
  EDIT_ENTITY_GLOSSARY_TERMS: ['Edit Glossary Terms', 'Add and remove glossary terms.'],
  EDIT_ENTITY_OWNERS: ['Edit Owners', 'Add and remove owners.'],
  EDIT_ENTITY_DOCS: ['Edit Description', 'Change the documentation.'],
  EDIT_ENTITY_DOC_LINKS: ['Edit Links', 'Add and remove links.'],
  EDIT_ENTITY_STATUS: ['Edit Status', 'Soft-delete and restore the entity.'],
  EDIT_DOMAINS_PRIVILEGE: ['Edit Domain', 'Put the entity into a domain.'],
  EDIT_ENTITY_DATA_PRODUCTS: ['Edit Data Product', 'Put the entity into a data product.'],
  EDIT_DEPRECATION_PRIVILEGE: ['Edit Deprecation', 'Deprecate the entity.'],
  EDIT_ENTITY_INCIDENTS: ['Edit Incidents', 'Raise and resolve incidents.'],
});

const SPECIAL = describe({
  EDIT_LINEAGE: ['Edit Lineage', 'Add and remove upstream and downstream entities.'],
  EDIT_ENTITY_EMBED: ['Edit Embedded Content', 'Change what is embedded in the page of the entity.'],
  EDIT_ENTITY_ASSERTIONS: ['Edit Assertions', 'Add and remove assertions.'],
  EDIT_ENTITY_OPERATIONS: ['Edit Operations', 'Report operations on the entity.'],
  EDIT_ENTITY_QUERIES: ['Edit Dataset Queries', 'Change the queries shown with a dataset.'],
  EDIT_ENTITY_DATA_CONTRACT: ['Edit Data Contract', 'Change the contract of a dataset.'],
  CREATE_ENTITY_ER_MODEL_RELATIONSHIP: ['Create relationship of datasets', 'Relate datasets to each other.'],
  EDIT_DATASET_COL_TAGS: ['Edit Dataset Column Tags', 'Add and remove tags of columns.'],
  EDIT_DATASET_COL_GLOSSARY_TERMS: ['Edit Dataset Column Glossary Terms', 'Add and remove terms of columns.'],
  EDIT_DATASET_COL_DESCRIPTION: ['Edit Dataset Column Descriptions', 'Change the documentation of columns.'],
  EDIT_DATASET_COL_BUSINESS_ATTRIBUTE_PRIVILEGE: [
    'Edit Dataset Column Business Attribute',
    'Say which business attribute a column of the dataset is.',
  ],
  VIEW_DATASET_USAGE: [
    'View Dataset Usage',
    'Read how a dataset or a dashboard is used, by whom and with which queries.',
  ],
  VIEW_DATASET_PROFILE: ['View Dataset Profile', 'Read what was counted and sampled in a dataset.'],
  VIEW_DATASET_OPERATIONS: ['View Dataset Operations', 'Read who changed the data of a dataset, and when.'],
  EDIT_TAG_COLOR: ['Edit Tag Color', 'Change the colour of a tag.'],
  EDIT_GROUP_MEMBERS: ['Edit Group Members', 'Add members to a group and remove them.'],
  EDIT_USER_PROFILE: ['Edit User Profile', 'Change name, picture and text of a user.'],
  EDIT_CONTACT_INFO: ['Edit Contact Information', 'Change how a user or a group can be reached.'],
  MANAGE_GLOSSARY_CHILDREN: ['Manage Direct Glossary Children', 'Create and delete what is right below.'],
  MANAGE_ALL_GLOSSARY_CHILDREN: ['Manage All Glossary Children', 'Create and delete everything below.'],
  MANAGE_DATA_PRODUCTS: ['Manage Data Products', 'Create, change and delete data products.'],
});

const BY_NAME = new Map([...PLATFORM_PRIVILEGES, ...COMMON, ...SPECIAL].map((one) => [one.name, one]));

const resource = (resourceType: string, displayName: string, ...special: readonly string[]) => ({
  resourceType,
  displayName,
  privileges: [...COMMON, ...special.flatMap((name) => BY_NAME.get(name) ?? [])],
});

/** The privileges of each type of entity; `all` has every one that is about an entity. */
export const RESOURCE_PRIVILEGES: readonly ResourcePrivileges[] = [
  resource(
    'dataset',
    'Datasets',
    'EDIT_LINEAGE',
    'EDIT_ENTITY_EMBED',
    'EDIT_ENTITY_ASSERTIONS',
    'EDIT_ENTITY_OPERATIONS',
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
  { resourceType: 'all', displayName: 'All Types', privileges: [...COMMON, ...SPECIAL] },
];

/** Names under which a privilege was known in other versions of DataHub. */
const FORMER_NAMES: Readonly<Record<string, string>> = { CREATE_TAG: 'CREATE_TAGS' };

/** What policies of DataHub may grant, too, and nothing here asks for. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'CREATE_LOGICAL_MODELS',
  'DATA_LIST_ENTITIES',
  'DATA_MANAGE_NAMESPACES',
  'DATA_MANAGE_TABLES',
  'DATA_MANAGE_VIEWS',
  'DATA_READ_ONLY',
  'DATA_READ_WRITE',
  'ES_EXPLAIN_QUERY_PRIVILEGE',
  'MANAGE_ASSET_SUMMARY',
  'MANAGE_DOCUMENTS',
  'VIEW_ALL_QUERIES',
  'VIEW_ENTITY_QUERIES',
]);

/** Whether a policy may name it: a privilege, or what is one in DataHub only. */
export function isGrantable(name: string): boolean {
  return isPrivilege(name) || WITHOUT_EFFECT.has(name);
}

/** The name under which a privilege is granted and asked for here. */
export function currentPrivilegeName(name: string): string {
  return Object.hasOwn(FORMER_NAMES, name) ? (FORMER_NAMES[name] ?? name) : name;
}

/** Whether the name is that of a privilege. */
export function isPrivilege(name: string): boolean {
  return BY_NAME.has(currentPrivilegeName(name));
}

/** What is wrong with a name that is that of no privilege, with the one that was most likely meant. */
export function unknownPrivilege(name: string): string {
  return `There is no privilege '${name}'.${suggestion(name, BY_NAME.keys())} appConfig.policiesConfig lists all.`;
}

/** Any of these lets its holder read an entity. */
export const READ_PRIVILEGES: readonly string[] = [
  'VIEW_ENTITY_PAGE',
  'GET_ENTITY_PRIVILEGE',
  'EDIT_ENTITY',
  'DELETE_ENTITY',
];
