import type { introspection } from '../../../generated/graphql-env.d.ts';

/** Types of the GraphQL schema that have lineage; three more have its fields, as in DataHub, but nothing states any. */
type LineageType = Exclude<
  introspection['types']['EntityWithRelationships']['possibleTypes'],
  'Assertion' | 'ERModelRelationship' | 'Restricted'
>;

/** Their names in urns; the compiler asks for each type of the schema. */
const NAMES: Readonly<Record<LineageType, string>> = {
  Chart: 'chart',
  Dashboard: 'dashboard',
  DataFlow: 'dataFlow',
  DataJob: 'dataJob',
  DataProcessInstance: 'dataProcessInstance',
  Dataset: 'dataset',
  MLFeature: 'mlFeature',
  MLFeatureTable: 'mlFeatureTable',
  MLModel: 'mlModel',
  MLModelGroup: 'mlModelGroup',
  MLPrimaryKey: 'mlPrimaryKey',
  Metric: 'metric',
  SchemaFieldEntity: 'schemaField',
  SemanticModel: 'semanticModel',
};

/** What answers with lineage show of the catalog. */
export const WITH_LINEAGE = { types: Object.values(NAMES) } as const;

/** Whether entities of a type, by its name in urns, can be derived from others. */
export function hasLineage(entityType: string): boolean {
  return WITH_LINEAGE.types.includes(entityType);
}
