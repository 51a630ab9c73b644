import type { EntityRegistry } from '../model/entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';

/** Entity types that DataHub searches by default. */
const DATAHUB_DEFAULTS = [
  'dataset',
  'dashboard',
  'chart',
  'mlModel',
  'mlModelGroup',
  'mlFeatureTable',
  'mlFeature',
  'mlPrimaryKey',
  'dataFlow',
  'dataJob',
  'glossaryTerm',
  'glossaryNode',
  'tag',
  'role',
  'corpuser',
  'corpGroup',
  'container',
  'domain',
  'dataProduct',
  'notebook',
  'businessAttribute',
  'schemaField',
  'dataPlatformInstance',
];

/**
 * Entity types of a search without types: those that can have structured properties, and DataHub's defaults. All other
 * types, such as administrative ones, must be requested by name. Sorted.
 */
export function defaultEntityTypes(registry: EntityRegistry): readonly string[] {
  return [...registry.entities.values()]
    .filter(
      ({ name, aspects }) =>
        aspects.has(STRUCTURED_PROPERTY.assignmentAspect) || DATAHUB_DEFAULTS.includes(name),
    )
    .map(({ name }) => name)
    .sort();
}
