import type { FieldResolvers } from '../build-schema.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { auditStamp } from '../presenters/stamps.ts';
import { details, fromAspect, fromMember, nameFrom } from './aspect-field.ts';
import { executions } from './ingestion-source.ts';

/** Fields of `DataHubPolicy`. */
export const DATAHUB_POLICY: FieldResolvers = {
  displayName: fromMember('dataHubPolicyInfo', 'displayName'),
  description: fromMember('dataHubPolicyInfo', 'description'),
  policyType: fromMember('dataHubPolicyInfo', 'type'),
  state: fromMember('dataHubPolicyInfo', 'state'),
  privileges: fromMember('dataHubPolicyInfo', 'privileges'),
};

/** Fields of `DataHubRole`. */
export const DATAHUB_ROLE: FieldResolvers = {
  name: nameFrom('dataHubRoleInfo'),
  description: fromMember('dataHubRoleInfo', 'description'),
};

/** Fields of `Role`. */
export const ROLE: FieldResolvers = { properties: details('roleProperties') };

/** Fields of `DataHubView`. */
export const DATAHUB_VIEW: FieldResolvers = {
  name: nameFrom('dataHubViewInfo'),
  description: fromMember('dataHubViewInfo', 'description'),
  viewType: fromMember('dataHubViewInfo', 'type'),
};

/** Fields of `OwnershipTypeEntity`. */
export const OWNERSHIP_TYPE_ENTITY: FieldResolvers = {
  info: details('ownershipTypeInfo', {}, (value) => ({
    created: auditStamp(value['created']),
    lastModified: auditStamp(value['lastModified']),
  })),
};

/** Fields of `Post`. */
export const POST: FieldResolvers = { content: fromMember('postInfo', 'content') };

/** Fields of `DataHubConnection`. */
export const DATAHUB_CONNECTION: FieldResolvers = {
  connectionName: fromMember('dataHubConnectionDetails', 'name'),
};

/** Fields of `ExecutionRequest`. */
export const EXECUTION_REQUEST: FieldResolvers = {
  result: fromAspect('dataHubExecutionRequestResult', (value) => value),
};

/** Fields of `IngestionSource`. */
export const INGESTION_SOURCE: FieldResolvers = {
  name: nameFrom('dataHubIngestionSourceInfo'),
  sourceType: fromMember('dataHubIngestionSourceInfo', 'type'),
  executions,
};

/** Fields of `VersionSet`. */
export const VERSION_SET: FieldResolvers = {
  latestVersion: fromAspect('versionSetProperties', (value, _entity, { references }) =>
    references.find(value['latest']),
  ),
};

/** Fields of `DataHubPageModule`. */
export const DATAHUB_PAGE_MODULE: FieldResolvers = {
  moduleName: fromMember('dataHubPageModuleProperties', 'name'),
};

/** Fields of `DataHubFile`. */
export const DATAHUB_FILE: FieldResolvers = {
  fileName: fromMember('dataHubFileInfo', 'originalFileName'),
  mimeType: fromMember('dataHubFileInfo', 'mimeType'),
  sizeInBytes: fromMember('dataHubFileInfo', 'sizeInBytes'),
};

/** What the server can do. */
export const CONFIG_QUERIES: FieldResolvers = {
  appConfig: (_root: EntityReference, _args: unknown, { settings }: GraphqlContext) => ({
    appVersion: settings.version,
    telemetryConfig: { enableThirdPartyLogging: false },
    semanticSearchConfig: { enabled: false, enabledEntities: [] },
  }),
};
