/**
 * Registry name to name in GraphQL (`EntityType`) and in values of the `_entityType` field, for entity types whose name
 * does not follow the rule of `REGULAR_NAMES`. DataHub's names, or, where it has none, those that its clients derive.
 */
const SPECIAL_NAMES: Readonly<Record<string, string>> = {
  corpuser: 'CORP_USER',
  dataHubAccessToken: 'ACCESS_TOKEN',
  dataHubConnection: 'DATAHUB_CONNECTION',
  dataHubExecutionRequest: 'EXECUTION_REQUEST',
  dataHubFile: 'DATAHUB_FILE',
  dataHubIngestionSource: 'INGESTION_SOURCE',
  dataHubOpenAPISchema: 'OPEN_A_P_I_SCHEMA',
  dataHubPageModule: 'DATAHUB_PAGE_MODULE',
  dataHubPageTemplate: 'DATAHUB_PAGE_TEMPLATE',
  dataHubPolicy: 'DATAHUB_POLICY',
  dataHubRole: 'DATAHUB_ROLE',
  dataHubView: 'DATAHUB_VIEW',
  erModelRelationship: 'ER_MODEL_RELATIONSHIP',
  mlFeature: 'MLFEATURE',
  mlFeatureTable: 'MLFEATURE_TABLE',
  mlModel: 'MLMODEL',
  mlModelGroup: 'MLMODEL_GROUP',
  mlPrimaryKey: 'MLPRIMARY_KEY',
  ownershipType: 'CUSTOM_OWNERSHIP_TYPE',
};

/** Entity types with a regular GraphQL name: upper snake case without a leading `dataHub`. */
const REGULAR_NAMES = [
  'agentSkill',
  'aiAgent',
  'api',
  'application',
  'assertion',
  'businessAttribute',
  'chart',
  'container',
  'corpGroup',
  'dashboard',
  'dataContract',
  'dataFlow',
  'dataHubAction',
  'dataHubPersona',
  'dataHubRetention',
  'dataHubSecret',
  'dataHubStepState',
  'dataHubUpgrade',
  'dataJob',
  'dataPlatform',
  'dataPlatformInstance',
  'dataProcess',
  'dataProcessInstance',
  'dataProduct',
  'dataType',
  'dataset',
  'document',
  'domain',
  'entityType',
  'form',
  'globalSettings',
  'glossaryNode',
  'glossaryTerm',
  'incident',
  'inviteToken',
  'lifecycleStageType',
  'metric',
  'mlModelDeployment',
  'notebook',
  'platformResource',
  'post',
  'query',
  'repository',
  'role',
  'schemaField',
  'searchTemplate',
  'semanticModel',
  'service',
  'structuredProperty',
  'tag',
  'telemetry',
  'test',
  'versionSet',
] as const;

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

const NAMES: ReadonlyMap<string, string> = new Map([
  ...REGULAR_NAMES.map((name): [string, string] => [name, regularName(name)]),
  ...Object.entries(SPECIAL_NAMES),
]);

const REGISTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_SPELLINGS),
  ...[...NAMES].map(([registryName, name]): [string, string] => [name, registryName]),
]);

/** GraphQL name of an entity type; `OTHER` if it has none. */
export function graphqlTypeOf(registryName: string): string {
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

function regularName(name: string): string {
  return name
    .replace(/^dataHub(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])[A-Z]/g, '_$&')
    .toUpperCase();
}
