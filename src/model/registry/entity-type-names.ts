/**
 * Registry name to name in GraphQL (`EntityType`) and in values of the `_entityType` field: upper snake case without a
 * leading `dataHub`, except where DataHub or its clients have another name.
 */
const GRAPHQL_NAMES = {
  agentSkill: 'AGENT_SKILL',
  aiAgent: 'AI_AGENT',
  api: 'API',
  application: 'APPLICATION',
  assertion: 'ASSERTION',
  businessAttribute: 'BUSINESS_ATTRIBUTE',
  chart: 'CHART',
  container: 'CONTAINER',
  corpGroup: 'CORP_GROUP',
  corpuser: 'CORP_USER',
  dashboard: 'DASHBOARD',
  dataContract: 'DATA_CONTRACT',
  dataFlow: 'DATA_FLOW',
  dataHubAccessToken: 'ACCESS_TOKEN',
  dataHubAction: 'ACTION',
  dataHubConnection: 'DATAHUB_CONNECTION',
  dataHubExecutionRequest: 'EXECUTION_REQUEST',
  dataHubFile: 'DATAHUB_FILE',
  dataHubIngestionSource: 'INGESTION_SOURCE',
  dataHubOpenAPISchema: 'OPEN_A_P_I_SCHEMA',
  dataHubPageModule: 'DATAHUB_PAGE_MODULE',
  dataHubPageTemplate: 'DATAHUB_PAGE_TEMPLATE',
  dataHubPersona: 'PERSONA',
  dataHubPolicy: 'DATAHUB_POLICY',
  dataHubRetention: 'RETENTION',
  dataHubRole: 'DATAHUB_ROLE',
  dataHubSecret: 'SECRET',
  dataHubStepState: 'STEP_STATE',
  dataHubUpgrade: 'UPGRADE',
  dataHubView: 'DATAHUB_VIEW',
  dataJob: 'DATA_JOB',
  dataPlatform: 'DATA_PLATFORM',
  dataPlatformInstance: 'DATA_PLATFORM_INSTANCE',
  dataProcess: 'DATA_PROCESS',
  dataProcessInstance: 'DATA_PROCESS_INSTANCE',
  dataProduct: 'DATA_PRODUCT',
  dataset: 'DATASET',
  dataType: 'DATA_TYPE',
  document: 'DOCUMENT',
  domain: 'DOMAIN',
  entityType: 'ENTITY_TYPE',
  erModelRelationship: 'ER_MODEL_RELATIONSHIP',
  form: 'FORM',
  globalSettings: 'GLOBAL_SETTINGS',
  glossaryNode: 'GLOSSARY_NODE',
  glossaryTerm: 'GLOSSARY_TERM',
  incident: 'INCIDENT',
  inviteToken: 'INVITE_TOKEN',
  lifecycleStageType: 'LIFECYCLE_STAGE_TYPE',
  metric: 'METRIC',
  mlFeature: 'MLFEATURE',
  mlFeatureTable: 'MLFEATURE_TABLE',
  mlModel: 'MLMODEL',
  mlModelDeployment: 'ML_MODEL_DEPLOYMENT',
  mlModelGroup: 'MLMODEL_GROUP',
  mlPrimaryKey: 'MLPRIMARY_KEY',
  notebook: 'NOTEBOOK',
  ownershipType: 'CUSTOM_OWNERSHIP_TYPE',
  platformResource: 'PLATFORM_RESOURCE',
  post: 'POST',
  query: 'QUERY',
  repository: 'REPOSITORY',
  role: 'ROLE',
  schemaField: 'SCHEMA_FIELD',
  searchTemplate: 'SEARCH_TEMPLATE',
  semanticModel: 'SEMANTIC_MODEL',
  service: 'SERVICE',
  structuredProperty: 'STRUCTURED_PROPERTY',
  tag: 'TAG',
  telemetry: 'TELEMETRY',
  test: 'TEST',
  versionSet: 'VERSION_SET',
} as const;

/** Regular names that some clients send for entity types with a special name. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  CONNECTION: 'dataHubConnection',
  FILE: 'dataHubFile',
  OWNERSHIP_TYPE: 'ownershipType',
  PAGE_MODULE: 'dataHubPageModule',
  PAGE_TEMPLATE: 'dataHubPageTemplate',
  POLICY: 'dataHubPolicy',
  VIEW: 'dataHubView',
};

/** GraphQL name of entity types without a name of their own, such as types added by an operator. */
export const OTHER_ENTITY_TYPE = 'OTHER';

/** GraphQL name of an entity type, or `OTHER`. */
export type GraphqlTypeName = (typeof GRAPHQL_NAMES)[keyof typeof GRAPHQL_NAMES] | typeof OTHER_ENTITY_TYPE;

const NAMES: ReadonlyMap<string, GraphqlTypeName> = new Map(Object.entries(GRAPHQL_NAMES));

const REGISTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_SPELLINGS),
  ...[...NAMES].map(([registryName, name]): [string, string] => [name, registryName]),
]);

/** GraphQL name of an entity type; `OTHER` if it has none. */
export function graphqlTypeOf(registryName: string): GraphqlTypeName {
  return NAMES.get(registryName) ?? OTHER_ENTITY_TYPE;
}

/** Registry name for a GraphQL entity type name; undefined for `OTHER` and unknown names. */
export function registryTypeOf(graphqlName: string): string | undefined {
  return REGISTRY_NAMES.get(graphqlName);
}

/** All GraphQL names that `registryTypeOf` accepts. */
export function graphqlTypeNames(): readonly string[] {
  return [...REGISTRY_NAMES.keys()];
}
