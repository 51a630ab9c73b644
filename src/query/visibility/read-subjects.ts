import type { EntityRegistry } from '../../model/entity-registry.ts';
import { EVERYTHING } from '../../model/scope.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { subjectAspects } from '../../model/access/subject-types.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { createDocumentBuilder } from '../../search/documents/document.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import { subjectFields } from './subject-fields.ts';
import type { ReadAttributes } from './visibility.ts';

/** Empty: the aspects read here contain no property values. */
const NO_PROPERTIES: PropertyDirectory = { get: () => undefined, resolve: () => undefined, all: () => [] };

/**
 * Adds the attribute `subject`, built as in the index: reads and searches must agree on which entities are visible.
 */
export function withSubjects(
  readAttributes: ReadAttributes,
  { reader }: Pick<MetadataStore, 'reader'>,
  registry: EntityRegistry,
): ReadAttributes {
  const buildDocument = createDocumentBuilder(registry);
  return async (urns, asked) => {
    const all = new Map(await readAttributes(urns, asked));
    if (asked?.has('subject') === false) return all;
    const byType = Map.groupBy(urns, entityTypeOf);
    for (const [entityType, ofType] of byType) {
      const aspectNames = subjectAspects(entityType);
      if (aspectNames.length === 0) continue;
      for (const [urn, { aspects }] of await reader.entities(ofType, aspectNames, EVERYTHING)) {
        const rows = new Map([...aspects].map(([name, aspect]) => [name, { aspect, internal: {} }]));
        const { values } = buildDocument(urn, rows, NO_PROPERTIES);
        const subject = subjectFields(entityType).flatMap((field) =>
          [...(values.get(field) ?? [])].map(String),
        );
        all.set(urn, { ...all.get(urn), subject });
      }
    }
    return all;
  };
}
