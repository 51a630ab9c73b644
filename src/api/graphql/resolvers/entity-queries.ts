import type { FieldResolvers } from '../build-schema.ts';
import type { GraphqlContext } from '../graphql-context.ts';

/** Root fields that take the urn of one entity type, with the type's name in the entity registry. */
const BY_TYPE: Readonly<Record<string, string>> = {
  application: 'application',
  assertion: 'assertion',
  businessAttribute: 'businessAttribute',
  chart: 'chart',
  container: 'container',
  corpGroup: 'corpGroup',
  corpUser: 'corpuser',
  dashboard: 'dashboard',
  dataFlow: 'dataFlow',
  dataJob: 'dataJob',
  dataPlatform: 'dataPlatform',
  dataPlatformInstance: 'dataPlatformInstance',
  dataProcessInstance: 'dataProcessInstance',
  dataProduct: 'dataProduct',
  dataset: 'dataset',
  document: 'document',
  domain: 'domain',
  erModelRelationship: 'erModelRelationship',
  form: 'form',
  glossaryNode: 'glossaryNode',
  glossaryTerm: 'glossaryTerm',
  mlFeature: 'mlFeature',
  mlFeatureTable: 'mlFeatureTable',
  mlModel: 'mlModel',
  mlModelGroup: 'mlModelGroup',
  mlPrimaryKey: 'mlPrimaryKey',
  notebook: 'notebook',
  structuredProperty: 'structuredProperty',
  tag: 'tag',
  role: 'role',
  versionSet: 'versionSet',
  test: 'test',
  view: 'dataHubView',
};

interface UrnArgument {
  readonly urn: string;
}

/**
 * Root fields that find entities by urn. As in DataHub, a well-formed urn always returns an object: an entity that does
 * not exist has `exists: false` and only fields derived from the urn.
 */
export const ENTITY_QUERIES: FieldResolvers = {
  entity: (_root: unknown, { urn }: UrnArgument, { references }: GraphqlContext) => references.parse(urn),
  entities: (
    _root: unknown,
    { urns }: { readonly urns: readonly string[] },
    { references }: GraphqlContext,
  ) => urns.map((urn) => references.parse(urn)),
  ...Object.fromEntries(
    Object.entries(BY_TYPE).map(([field, entityType]) => [
      field,
      (_root: unknown, { urn }: UrnArgument, { references }: GraphqlContext) =>
        references.parseAs(entityType, urn),
    ]),
  ),
};
