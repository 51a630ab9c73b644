import type { EntityAspects } from '../../model/aspect.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { createDocumentBuilder } from '../../search/documents/document.ts';
import { subjectFields } from './subject-fields.ts';

/** Empty: the aspects read here contain no property values. */
const NO_PROPERTIES: PropertyDirectory = {
  get: () => undefined,
  resolve: () => undefined,
  all: () => [],
  ruled: () => [],
  worded: () => [],
};

/**
 * Creates a function that finds the subjects of an entity in its aspects, as the index does: reads and searches must
 * agree on which entities are visible.
 */
export function createSubjectFinder(
  registry: EntityRegistry,
): (urn: Urn, aspects: EntityAspects) => readonly string[] {
  const buildDocument = createDocumentBuilder(registry);
  return (urn, aspects) => {
    const rows = Array.from(aspects.values(), (aspect) => ({ aspect, internal: {} }));
    const { values } = buildDocument(urn, rows, NO_PROPERTIES);
    return subjectFields(entityTypeOf(urn)).flatMap((field) => [...(values.get(field) ?? [])].map(String));
  };
}
