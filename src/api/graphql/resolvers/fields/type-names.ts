import type { EntityReference } from '../../../../model/entity-reference.ts';
import { platformSchemaTypeName } from '../../presenters/schema.ts';
import { valueTypeName } from '../../presenters/structured-properties.ts';
import type { Resolvers, TypeNames } from '../../schema/schema-types.generated.ts';

/** GraphQL object type of each entity type that has its own. */
const OBJECT_TYPES: Readonly<Record<string, keyof Resolvers>> = {
  application: 'Application',
  assertion: 'Assertion',
  businessAttribute: 'BusinessAttribute',
  chart: 'Chart',
  container: 'Container',
  corpGroup: 'CorpGroup',
  corpuser: 'CorpUser',
  dashboard: 'Dashboard',
  dataContract: 'DataContract',
  dataFlow: 'DataFlow',
  dataHubAccessToken: 'AccessTokenMetadata',
  dataHubConnection: 'DataHubConnection',
  dataHubExecutionRequest: 'ExecutionRequest',
  dataHubFile: 'DataHubFile',
  dataHubPageModule: 'DataHubPageModule',
  dataHubPageTemplate: 'DataHubPageTemplate',
  dataHubPolicy: 'DataHubPolicy',
  dataHubRole: 'DataHubRole',
  dataHubView: 'DataHubView',
  dataJob: 'DataJob',
  dataPlatform: 'DataPlatform',
  dataPlatformInstance: 'DataPlatformInstance',
  dataProcessInstance: 'DataProcessInstance',
  dataProduct: 'DataProduct',
  dataset: 'Dataset',
  dataType: 'DataTypeEntity',
  document: 'Document',
  domain: 'Domain',
  entityType: 'EntityTypeEntity',
  erModelRelationship: 'ERModelRelationship',
  form: 'Form',
  glossaryNode: 'GlossaryNode',
  glossaryTerm: 'GlossaryTerm',
  incident: 'Incident',
  mlFeature: 'MLFeature',
  mlFeatureTable: 'MLFeatureTable',
  mlModel: 'MLModel',
  mlModelGroup: 'MLModelGroup',
  mlPrimaryKey: 'MLPrimaryKey',
  notebook: 'Notebook',
  ownershipType: 'OwnershipTypeEntity',
  platformResource: 'DataHubPlatformResource',
  post: 'Post',
  query: 'QueryEntity',
  role: 'Role',
  schemaField: 'SchemaFieldEntity',
  structuredProperty: 'StructuredPropertyEntity',
  tag: 'Tag',
  test: 'Test',
  versionSet: 'VersionSet',
};

/** Name of the GraphQL object type of an entity; `OtherEntity` for entity types without one. */
export function entityTypeName({ entityType }: EntityReference): keyof Resolvers {
  const name = Object.hasOwn(OBJECT_TYPES, entityType) ? OBJECT_TYPES[entityType] : undefined;
  return name ?? 'OtherEntity';
}

/** Type resolvers of interfaces and unions. */
export const TYPE_NAMES = {
  Entity: entityTypeName,
  EntityWithRelationships: entityTypeName,
  OwnerType: entityTypeName,
  PlatformSchema: platformSchemaTypeName,
  ResultsType: () => 'StringBox',
  PropertyValue: valueTypeName,
} satisfies TypeNames;
