import type { SchemaResolvers } from '../build-schema.ts';
import type { EntityReference } from '../../../model/entity-reference.ts';
import { platformSchemaTypeName } from '../presenters/schema.ts';
import { valueTypeName } from '../presenters/structured-properties.ts';
import type { ShownValue } from '../presenters/structured-properties.ts';

/** GraphQL object types whose name is not the capitalized entity type. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  corpuser: 'CorpUser',
  dataHubAccessToken: 'AccessTokenMetadata',
  dataHubExecutionRequest: 'ExecutionRequest',
  dataType: 'DataTypeEntity',
  entityType: 'EntityTypeEntity',
  erModelRelationship: 'ERModelRelationship',
  mlFeature: 'MLFeature',
  mlFeatureTable: 'MLFeatureTable',
  mlModel: 'MLModel',
  mlModelGroup: 'MLModelGroup',
  mlPrimaryKey: 'MLPrimaryKey',
  ownershipType: 'OwnershipTypeEntity',
  platformResource: 'DataHubPlatformResource',
  query: 'QueryEntity',
  schemaField: 'SchemaFieldEntity',
  structuredProperty: 'StructuredPropertyEntity',
};

/** Entity types whose GraphQL object type is the capitalized entity type. */
const NAMED_ALIKE: ReadonlySet<string> = new Set([
  'application',
  'assertion',
  'businessAttribute',
  'chart',
  'container',
  'corpGroup',
  'dashboard',
  'dataContract',
  'dataFlow',
  'dataHubConnection',
  'dataHubFile',
  'dataHubPageModule',
  'dataHubPageTemplate',
  'dataHubPolicy',
  'dataHubRole',
  'dataHubView',
  'dataJob',
  'dataPlatform',
  'dataPlatformInstance',
  'dataProcessInstance',
  'dataProduct',
  'dataset',
  'document',
  'domain',
  'form',
  'glossaryNode',
  'glossaryTerm',
  'incident',
  'notebook',
  'post',
  'role',
  'tag',
  'test',
  'versionSet',
]);

/** Name of the GraphQL object type of an entity; `OtherEntity` for entity types without one. */
export function entityTypeName({ entityType }: EntityReference): string {
  const name = Object.hasOwn(TYPE_NAMES, entityType) ? TYPE_NAMES[entityType] : undefined;
  if (name !== undefined) return name;
  if (!NAMED_ALIKE.has(entityType)) return 'OtherEntity';
  return entityType.charAt(0).toUpperCase() + entityType.slice(1);
}

/** Type resolvers of interfaces and unions. */
export const MEMBER_TYPE_NAMES: SchemaResolvers['typeNames'] = {
  Entity: entityTypeName,
  EntityWithRelationships: entityTypeName,
  OwnerType: entityTypeName,
  PlatformSchema: platformSchemaTypeName,
  ResultsType: () => 'StringBox',
  PropertyValue: (value: ShownValue) => valueTypeName(value),
};
