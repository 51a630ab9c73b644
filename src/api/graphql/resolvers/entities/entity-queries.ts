import type { EntityReference } from '../../../../model/entity-reference.ts';
import { checkBatchSize } from '../../../../util/batch-size.ts';
import type { Resolver } from '../../schema/resolver-types.ts';
import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { unhurried } from '../../context/unhurried.ts';
import { READ } from '../../../../operations/needs.ts';
import { answeredBy } from '../fields/bind-operation.ts';

/**
 * Root fields that find entities by urn. As in DataHub, a well-formed urn always returns an object: an entity that does
 * not exist has `exists: false` and only fields derived from the urn.
 */
export const ENTITY_QUERIES = {
  entity: answeredBy(READ, (_root, { urn }, { references }) => references.parse(urn)),
  entities: answeredBy(READ, (_root, { urns }, { references }) => {
    checkBatchSize('urns', urns.length);
    return unhurried(urns.map((urn) => references.parse(urn)));
  }),
  application: byUrn('application'),
  assertion: byUrn('assertion'),
  businessAttribute: byUrn('businessAttribute'),
  chart: byUrn('chart'),
  container: byUrn('container'),
  corpGroup: byUrn('corpGroup'),
  corpUser: byUrn('corpuser'),
  dashboard: byUrn('dashboard'),
  dataFlow: byUrn('dataFlow'),
  dataJob: byUrn('dataJob'),
  dataPlatform: byUrn('dataPlatform'),
  dataPlatformInstance: byUrn('dataPlatformInstance'),
  dataProcessInstance: byUrn('dataProcessInstance'),
  dataProduct: byUrn('dataProduct'),
  dataset: byUrn('dataset'),
  document: byUrn('document'),
  domain: byUrn('domain'),
  erModelRelationship: byUrn('erModelRelationship'),
  form: byUrn('form'),
  glossaryNode: byUrn('glossaryNode'),
  glossaryTerm: byUrn('glossaryTerm'),
  mlFeature: byUrn('mlFeature'),
  mlFeatureTable: byUrn('mlFeatureTable'),
  mlModel: byUrn('mlModel'),
  mlModelGroup: byUrn('mlModelGroup'),
  mlPrimaryKey: byUrn('mlPrimaryKey'),
  notebook: byUrn('notebook'),
  structuredProperty: byUrn('structuredProperty'),
  tag: byUrn('tag'),
  role: byUrn('role'),
  versionSet: byUrn('versionSet'),
  test: byUrn('test'),
  view: byUrn('dataHubView'),
} satisfies Partial<Resolvers['Query']>;

/** Resolver of a root field that takes the urn of one entity type, by the type's name in the entity registry. */
function byUrn(entityType: string) {
  const resolve: Resolver<unknown, { readonly urn: string }, EntityReference> = (
    _root,
    { urn },
    { references },
  ) => references.parseAs(entityType, urn);
  return answeredBy(READ, resolve);
}
