import type { Generation } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';

const ASSIGNMENT_PREFIX = 'sp:';

/**
 * Index field of the values assigned under one generation of a property. The name has the urn, because one commit
 * may begin generations of several properties, and the generation, because a name can be reused and a definition
 * can break.
 */
export function assignmentField(propertyUrn: Urn, generation: Generation): string {
  return `${ASSIGNMENT_PREFIX}${generation}:${propertyUrn}`;
}

/** Property whose values an index field holds; undefined if it is no such field. */
export function propertyOfAssignmentField(field: string): string | undefined {
  if (!isAssignmentField(field)) return undefined;
  return field.slice(field.indexOf(':', ASSIGNMENT_PREFIX.length) + 1);
}

/** Whether an index field holds the values of a property. */
export function isAssignmentField(field: string): boolean {
  return field.startsWith(ASSIGNMENT_PREFIX);
}

/**
 * Index field with the assignment fields of all assignments of an entity, including those of ended generations and
 * those without a filterable value (empty string, empty list). Has no public name.
 */
export const HELD_ASSIGNMENTS = '~held';

/**
 * Index field with the assignment fields whose values have their words in the document. Lacks those written before words of
 * the property were searched. Has no public name.
 */
export const WORDED_ASSIGNMENTS = '~worded';

/**
 * Index field that is `true` on columns without aspects other than assignments: callers without access to any of the
 * assignments must not see the column. Has no public name.
 */
export const BARE_COLUMN = '~bare';

/** Matches entities with an assignment made under this generation of the property. */
export function holdsAssignment(propertyUrn: Urn, generation: Generation): Expression {
  const values = [assignmentField(propertyUrn, generation)];
  return { kind: 'terms', field: HELD_ASSIGNMENTS, values, ignoreCase: false };
}

/** Matches entities with an assignment made under this generation whose words are not in their document yet. */
export function lacksWords(propertyUrn: Urn, generation: Generation): Expression {
  const values = [assignmentField(propertyUrn, generation)];
  const worded: Expression = { kind: 'terms', field: WORDED_ASSIGNMENTS, values, ignoreCase: false };
  return { kind: 'and', of: [holdsAssignment(propertyUrn, generation), { kind: 'not', of: worded }] };
}
