import type { EntityRegistry } from '../entity-registry.ts';
import { STRUCTURED_PROPERTY } from '../structured-property.ts';

/** Names of the entity types whose entities can have structured properties. */
export function propertyHolders({ entities }: EntityRegistry): readonly string[] {
  return [...entities.values()]
    .filter(({ aspects }) => aspects.has(STRUCTURED_PROPERTY.assignmentAspect))
    .map(({ name }) => name);
}
