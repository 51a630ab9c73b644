import type { EntityRegistry } from '../model/entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';

/** Entity types that DataHub searches when a request names none. */
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
 * Entity types that a search without types looks in: all that describe assets, which are those that may carry
 * structured properties and those that DataHub searches. Administrative types are found only by name.
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
