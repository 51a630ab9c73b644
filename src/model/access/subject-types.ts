import { holds, type EntityPredicate } from '../entity-predicate.ts';
import { holderOf } from '../relationships/column-holder.ts';
import type { Urn } from '../urn.ts';
import { CHANGE_PROPOSAL } from './change-proposal.ts';

/**
 * Entity type of queries. Their text reveals every subject, so visibility requires all of them; for other types one
 * is enough.
 */
export const QUERY_TYPE = 'query';

/** The entities that a query reads, from its subjects: the tables themselves and those of its columns. */
export function tablesOf(subjects: readonly Urn[]): readonly Urn[] {
  return [...new Set(subjects.map((subject) => holderOf(subject) ?? subject))];
}

/** Entity types that describe other entities, their subjects, with the aspects that name the subjects. */
const SUBJECT_ASPECTS: Readonly<Record<string, readonly string[]>> = {
  assertion: ['assertionInfo'],
  dataContract: ['dataContractProperties'],
  dataProcessInstance: [
    'dataProcessInstanceInput',
    'dataProcessInstanceOutput',
    'dataProcessInstanceRelationships',
  ],
  [CHANGE_PROPOSAL.entityType]: [CHANGE_PROPOSAL.infoAspect],
  incident: ['incidentInfo'],
  query: ['querySubjects'],
};

/** Aspects in which entities of a type name their subjects; empty for a type without subjects. */
export function subjectAspects(entityType: string): readonly string[] {
  return Object.hasOwn(SUBJECT_ASPECTS, entityType) ? (SUBJECT_ASPECTS[entityType] ?? []) : [];
}

/**
 * Whether visibility of entities of this type depends on their subjects. False for types without subjects, and if the
 * predicate matches all entities of the type.
 */
export function dependsOnSubjects(predicate: EntityPredicate, entityType: string): boolean {
  const takesAll = predicate.some((conditions) =>
    conditions.every(
      (condition) => condition.attribute === 'entityType' && holds(condition, { entityType: [entityType] }),
    ),
  );
  return !takesAll && subjectAspects(entityType).length > 0;
}
