import type { EntityPredicate } from './entity-predicate.ts';
import { holds } from './entity-predicate.ts';

/** The entity types whose entities are about others, with the aspects that name these. */
const SUBJECT_ASPECTS: Readonly<Record<string, readonly string[]>> = {
  assertion: ['assertionInfo'],
  dataContract: ['dataContractProperties'],
  dataProcessInstance: [
    'dataProcessInstanceInput',
    'dataProcessInstanceOutput',
    'dataProcessInstanceRelationships',
  ],
  incident: ['incidentInfo'],
  query: ['querySubjects'],
};

/** The aspects in which entities of the type name what they are about; none for a type that is about nothing else. */
export function subjectAspects(entityType: string): readonly string[] {
  return Object.hasOwn(SUBJECT_ASPECTS, entityType) ? (SUBJECT_ASPECTS[entityType] ?? []) : [];
}

/**
 * Whether what an entity of the type is about decides if the predicate lets it be seen: not for a type that is about
 * nothing else, and not when the predicate takes all entities of the type.
 */
export function dependsOnSubjects(predicate: EntityPredicate, entityType: string): boolean {
  const takesAll = predicate.some((conditions) =>
    conditions.every(
      (condition) => condition.attribute === 'entityType' && holds(condition, { entityType: [entityType] }),
    ),
  );
  return !takesAll && subjectAspects(entityType).length > 0;
}
