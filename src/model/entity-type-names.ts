/**
 * Names of entity types in GraphQL (`EntityType`) and in the values of the `_entityType` field, beside the names of
 * the registry. DataHub's own names come first; types that it has no name for are called what its clients derive.
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

/** Entity types that are named by the rule: words in capitals, joined by `_`, without a leading `dataHub`. */
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

/** What clients that apply the rule without exception send for types that have another name. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  CONNECTION: 'dataHubConnection',
  FILE: 'dataHubFile',
  OWNERSHIP_TYPE: 'ownershipType',
  PAGE_MODULE: 'dataHubPageModule',
  PAGE_TEMPLATE: 'dataHubPageTemplate',
  POLICY: 'dataHubPolicy',
  VIEW: 'dataHubView',
};

/** Name of every entity type that has none of its own: those that an operator has added to the registry. */
export const OTHER_ENTITY_TYPE = 'OTHER';

const NAMES: ReadonlyMap<string, string> = new Map([
  ...REGULAR_NAMES.map((name): [string, string] => [name, regularName(name)]),
  ...Object.entries(SPECIAL_NAMES),
]);

const REGISTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_SPELLINGS),
  ...[...NAMES].map(([registryName, name]): [string, string] => [name, registryName]),
]);

/** The GraphQL name of an entity type of the registry; `OTHER` for one that has none. */
export function graphqlTypeOf(registryName: string): string {
  return NAMES.get(registryName) ?? OTHER_ENTITY_TYPE;
}

/** The registry's name of an entity type in GraphQL; undefined for `OTHER` and for names that do not exist. */
export function registryTypeOf(graphqlName: string): string | undefined {
  return REGISTRY_NAMES.get(graphqlName);
}

/** Every name that `registryTypeOf` knows. */
export function graphqlTypeNames(): readonly string[] {
  return [...REGISTRY_NAMES.keys()];
}

function regularName(name: string): string {
  return name
    .replace(/^dataHub(?=[A-Z])/, '')
    .replace(/(?<=[a-z0-9])[A-Z]/g, '_$&')
    .toUpperCase();
}
