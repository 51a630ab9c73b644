import { subjectAspects } from '../../model/access/subject-types.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { entityTypeOf } from '../../model/urn.ts';
import { createSubjectFinder } from '../../query/visibility/subjects-of.ts';
import type { ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { SystemReader } from '../../store/system-reader.ts';

/** Adds the attribute `subject`, and the commit since when it is stated. */
export function withSubjects(
  readAttributes: ReadAttributes,
  reader: SystemReader,
  registry: EntityRegistry,
): ReadAttributes {
  const subjectsOf = createSubjectFinder(registry);
  return async (urns, asked) => {
    const all = new Map(await readAttributes(urns, asked));
    if (asked?.has('subject') === false) return all;
    for (const [entityType, ofType] of Map.groupBy(urns, entityTypeOf)) {
      const aspectNames = subjectAspects(entityType);
      if (aspectNames.length === 0) continue;
      for (const [urn, { aspects }] of await reader.entities(ofType, aspectNames)) {
        const sequences = [...aspects.values()].map(({ sequence }) => sequence);
        const statedIn = sequences.length === 0 ? {} : { statedIn: Math.min(...sequences) };
        all.set(urn, { ...all.get(urn), ...statedIn, subject: subjectsOf(urn, aspects) });
      }
    }
    return all;
  };
}
