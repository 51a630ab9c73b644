import type { introspection } from '../../../generated/graphql-env.d.ts';

/** GraphQL types with lineage. Three more have the lineage fields, as in DataHub, but no aspect stores lineage for them. */
type LineageType = Exclude<
  introspection['types']['EntityWithRelationships']['possibleTypes'],
  'Assertion' | 'ERModelRelationship' | 'Restricted'
>;

/** Their names in urns; the compiler requires every type of the schema. */
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

/** Entity types that lineage results depend on. */
export const WITH_LINEAGE = { types: Object.values(NAMES) } as const;

/** Whether entities of a type, named as in urns, can have lineage. */
export function hasLineage(entityType: string): boolean {
  return WITH_LINEAGE.types.includes(entityType);
}
