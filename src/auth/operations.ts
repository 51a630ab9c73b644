/** The authorization that an operation requires. */
export type Need =
  /** None, not even a token. */
  | { readonly kind: 'nothing' }
  /** Any token: the operation concerns the caller only, or reveals nothing. */
  | { readonly kind: 'token' }
  /** A token; results are limited to what policies let the caller read. */
  | { readonly kind: 'read' }
  /** The rights on what is written, by entity type and aspect: see TYPE_RIGHTS and ASPECT_RIGHTS. */
  | { readonly kind: 'write' }
  /** One of these platform privileges. */
  | { readonly kind: 'platform'; readonly anyOf: readonly string[] }
  /** One of these privileges on the named entity; platform privileges among them count without an entity. */
  | { readonly kind: 'entity'; readonly anyOf: readonly string[] };

const NOTHING: Need = { kind: 'nothing' };
const TOKEN: Need = { kind: 'token' };
const READ: Need = { kind: 'read' };
const WRITE: Need = { kind: 'write' };
const platform = (...anyOf: readonly string[]): Need => ({ kind: 'platform', anyOf });
const entity = (...anyOf: readonly string[]): Need => ({ kind: 'entity', anyOf });

const OPERATE = platform('MANAGE_SYSTEM_OPERATIONS', 'RESTORE_INDICES_PRIVILEGE');
const DEFINE = platform('MANAGE_STRUCTURED_PROPERTIES');
const ACCOUNTS = platform('MANAGE_USERS_AND_GROUPS');
const CREDENTIALS = platform('MANAGE_USER_CREDENTIALS');
const TOKENS = platform('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS');
const AUDIT = platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS');

/** Fields of GraphQL's `Query`. */
export const QUERY_NEEDS: Readonly<Record<string, Need>> = {
  aggregateAcrossEntities: READ,
  summarizeAcrossEntities: READ,
  appConfig: TOKEN,
  application: READ,
  assertion: READ,
  auditEvents: platform('GET_PLATFORM_EVENTS', 'MANAGE_SYSTEM_OPERATIONS'),
  autoComplete: READ,
  autoCompleteForMultiple: READ,
  browse: READ,
  browsePaths: READ,
  browseV2: READ,
  businessAttribute: READ,
  chart: READ,
  connection: platform('MANAGE_CONNECTIONS'),
  container: READ,
  corpGroup: READ,
  corpUser: READ,
  dashboard: READ,
  dataFlow: READ,
  dataJob: READ,
  dataPlatform: READ,
  dataPlatformInstance: READ,
  dataProcessInstance: READ,
  dataProduct: READ,
  dataset: READ,
  document: READ,
  domain: READ,
  entities: READ,
  entity: READ,
  entityExists: READ,
  erModelRelationship: READ,
  executionRequest: platform('MANAGE_INGESTION'),
  explainPrivilege: TOKEN,
  form: READ,
  getAccessTokenMetadata: TOKEN,
  getAnalyticsCharts: READ,
  getEntityCounts: READ,
  getGrantedPrivileges: TOKEN,
  getHighlights: READ,
  getInviteToken: platform('MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES'),
  getNativeUserInviteToken: platform('MANAGE_USER_CREDENTIALS', 'MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES'),
  getQuickFilters: READ,
  getRootGlossaryNodes: READ,
  getRootGlossaryTerms: READ,
  getSchemaBlame: READ,
  getSchemaVersionList: READ,
  getSecretValues: platform('MANAGE_SECRETS'),
  getTimeline: READ,
  globalViewsSettings: TOKEN,
  glossaryNode: READ,
  glossaryTerm: READ,
  ingestionSource: platform('MANAGE_INGESTION'),
  isAnalyticsEnabled: TOKEN,
  listAccessTokens: platform('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'),
  listApplicationAssets: READ,
  listBusinessAttributes: READ,
  listDataProductAssets: READ,
  listDomains: READ,
  listExecutionRequests: platform('MANAGE_INGESTION'),
  listGlobalViews: READ,
  listGroups: platform('MANAGE_USERS_AND_GROUPS'),
  listIngestionSources: platform('MANAGE_INGESTION'),
  listMyViews: READ,
  listOwnershipTypes: READ,
  listPolicies: platform('MANAGE_POLICIES'),
  listPosts: READ,
  listQueries: READ,
  listRecommendations: READ,
  listRoles: READ,
  listSecrets: platform('MANAGE_SECRETS'),
  listServiceAccounts: platform('MANAGE_SERVICE_ACCOUNTS', 'MANAGE_USERS_AND_GROUPS'),
  listUsers: platform('MANAGE_USERS_AND_GROUPS'),
  me: TOKEN,
  mlFeature: READ,
  mlFeatureTable: READ,
  mlModel: READ,
  mlModelGroup: READ,
  mlPrimaryKey: READ,
  notebook: READ,
  planStructuredProperties: platform('MANAGE_STRUCTURED_PROPERTIES'),
  propertyValueRemovals: READ,
  role: READ,
  scrollAcrossEntities: READ,
  scrollAcrossLineage: READ,
  search: READ,
  searchAcrossEntities: READ,
  searchAcrossLineage: READ,
  searchDocuments: READ,
  semanticSearch: READ,
  semanticSearchAcrossEntities: READ,
  structuredProperty: READ,
  tag: READ,
  test: READ,
  versionSet: READ,
  versionedDataset: READ,
  view: READ,
};

/** Fields of GraphQL's `Mutation` that are not yet bound to an operation of `src/operations`. */
export const MUTATION_NEEDS: Readonly<Record<string, Need>> = {};

/** Needs of the methods of one path. */
export type MethodNeeds = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Need>>>;

const ENTITY_PATH: MethodNeeds = { GET: READ, POST: WRITE, PATCH: WRITE, DELETE: WRITE };

/** HTTP paths. GET includes HEAD; methods that a path does not list are refused with 405. */
export const PATH_NEEDS: Readonly<Record<string, MethodNeeds>> = {
  '/': { GET: NOTHING },
  '/assets/*': { GET: NOTHING },
  '/health': { GET: NOTHING },
  '/health/ready': { GET: NOTHING },
  '/metrics': { GET: TOKEN },
  '/config': { GET: TOKEN },
  '/login': { GET: NOTHING, POST: NOTHING },
  '/logIn': { POST: NOTHING },
  '/logOut': { GET: NOTHING, POST: NOTHING },
  '/signUp': { POST: NOTHING },
  '/signup': { GET: NOTHING },
  '/sso': { GET: NOTHING },
  '/callback/oidc': { GET: NOTHING },
  '/reset': { GET: NOTHING },
  '/resetNativeUserCredentials': { POST: NOTHING },
  '/api/graphiql': { GET: NOTHING },
  '/api/graphiql/*': { GET: NOTHING },
  '/api/graphql': { POST: TOKEN },
  '/api/v2/graphql': { POST: TOKEN },
  '/api/colophon/v1/audit': { GET: AUDIT },
  '/api/colophon/v1/doctor': { GET: OPERATE, POST: OPERATE },
  '/api/colophon/v1/doctor/:id': { GET: OPERATE },
  '/api/colophon/v1/jobs': { GET: READ },
  '/api/colophon/v1/plans': { POST: DEFINE },
  '/api/colophon/v1/plans/apply': { POST: DEFINE },
  '/api/colophon/v1/status': { GET: READ },
  '/api/colophon/v1/system-update': { GET: OPERATE, POST: OPERATE },
  '/api/colophon/v1/system-update/:id': { GET: OPERATE },
  '/api/colophon/v1/system-update/mappings': { GET: OPERATE },
  '/api/colophon/v1/tokens': { GET: platform('MANAGE_ACCESS_TOKENS'), POST: TOKENS },
  '/api/colophon/v1/tokens/:id': { GET: TOKEN, DELETE: TOKEN },
  '/api/colophon/v1/users': { POST: ACCOUNTS },
  '/api/colophon/v1/users/:urn/password': { PUT: CREDENTIALS, DELETE: CREDENTIALS },
  '/openapi/swagger-ui': { GET: NOTHING },
  '/openapi/swagger-ui/*': { GET: NOTHING },
  '/openapi/v3/api-docs': { GET: TOKEN },
  '/openapi/v1/events/audit/search': { POST: AUDIT },
  '/openapi/v1/registry/models/entity/specifications': { GET: TOKEN },
  '/openapi/v1/registry/models/entity/specifications/:name': { GET: TOKEN },
  '/openapi/v1/registry/models/entity/specifications/:name/aspects': { GET: TOKEN },
  '/openapi/v1/registry/models/aspect/specifications': { GET: TOKEN },
  '/openapi/v1/registry/models/aspect/specifications/:name': { GET: TOKEN },
  '/openapi/operations/messaging/mcp/consumer/lag': { GET: platform('MANAGE_SYSTEM_OPERATIONS') },
  '/openapi/operations/messaging/mcl/consumer/lag': { GET: platform('MANAGE_SYSTEM_OPERATIONS') },
  '/openapi/operations/messaging/mcl-timeseries/consumer/lag': { GET: platform('MANAGE_SYSTEM_OPERATIONS') },
  '/openapi/operations/elasticSearch/restoreIndices': { GET: OPERATE, POST: OPERATE },
  '/openapi/operations/*': { GET: TOKEN, POST: TOKEN, PUT: TOKEN, PATCH: TOKEN, DELETE: TOKEN },
  '/openapi/v1/trace/write/:traceId': { POST: READ },
  '/openapi/relationships/v1': { GET: READ },
  '/openapi/v2/entity/batch/:entity': { POST: READ },
  '/openapi/v2/entity/:entity': { GET: READ, POST: WRITE },
  '/openapi/v2/entity/:entity/*': ENTITY_PATH,
  '/openapi/v2/relationship/*': { GET: READ },
  '/openapi/v2/timeline/v1/:urn': { GET: READ },
  '/openapi/v2/timeseries/:entityName/:aspectName': { GET: READ },
  '/openapi/v3/entity/scroll': { POST: READ },
  '/openapi/v3/entity/generic': { POST: WRITE, PATCH: WRITE },
  '/openapi/v3/entity/generic/batchGet': { POST: READ },
  '/openapi/v3/entity/:entity': { GET: READ, POST: WRITE, PATCH: WRITE },
  '/openapi/v3/entity/:entity/batchGet': { POST: READ },
  '/openapi/v3/entity/:entity/*': ENTITY_PATH,
  '/openapi/v3/entity/versioning/:versionSet/relationship/versionOf/:asset': { POST: WRITE, DELETE: WRITE },
  '/openapi/v3/entity/logical/:child/relationship/physicalInstanceOf': { DELETE: WRITE },
  '/openapi/v3/entity/logical/:child/relationship/physicalInstanceOf/:parent': { POST: WRITE },
  '/openapi/v3/logical/:child/relationship/physicalInstanceOf': { DELETE: WRITE },
  '/openapi/v3/logical/:child/relationship/physicalInstanceOf/:parent': { POST: WRITE },
  '/openapi/v3/relationship/*': { GET: READ, POST: READ },
  '/openapi/v3/lineage/scroll': { POST: READ },
};

/** Actions of Rest.li resources, `POST /<resource>?action=<action>`; a GET of a resource needs READ. */
export const ACTION_NEEDS: Readonly<Record<string, Readonly<Record<string, Need>>>> = {
  aspects: {
    ingestProposal: WRITE,
    ingestProposalBatch: WRITE,
    getTimeseriesAspectValues: READ,
    getCount: READ,
    restoreIndices: OPERATE,
  },
  entities: {
    ingest: WRITE,
    batchIngest: WRITE,
    delete: WRITE,
    deleteReferences: WRITE,
    deleteAll: TOKEN,
    applyRetention: OPERATE,
    search: READ,
    searchAcrossEntities: READ,
    scrollAcrossEntities: READ,
    filter: READ,
    list: READ,
    listUrns: READ,
    autocomplete: READ,
    browse: READ,
    getTotalEntityCount: READ,
    batchGetTotalEntityCount: READ,
    exists: READ,
    setWritable: platform('SET_WRITEABLE_PRIVILEGE'),
    getBrowsePaths: READ,
  },
  entitiesV2: {},
  entitiesVersionedV2: {},
  relationships: {},
  runs: { list: READ, describe: READ, rollback: WRITE },
  operations: {
    restoreIndices: OPERATE,
    truncateTimeseriesAspect: platform('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS'),
  },
  usageStats: {
    batchIngest: WRITE,
    query: entity('VIEW_DATASET_USAGE'),
    queryRange: entity('VIEW_DATASET_USAGE'),
  },
  analytics: { getTimeseriesStats: READ },
};
