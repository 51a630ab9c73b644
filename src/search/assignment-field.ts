import type { Generation } from '../model/sequence.ts';
import type { Urn } from '../model/urn.ts';
import type { Expression } from './expression.ts';

/**
 * Index field of the values that were assigned under one life of a property. The urn belongs to it because one commit
 * may begin the lives of several properties; the generation, because a name can be reused and a definition can break.
 */
export function assignmentField(propertyUrn: Urn, generation: Generation): string {
  return `sp:${generation}:${propertyUrn}`;
}

/**
 * Index field that lists, by their assignment fields, all assignments that an entity holds: also those of lives that
 * are over, and those whose values no filter can find (an empty text, an empty list). No public name leads to it.
 */
export const HELD_ASSIGNMENTS = '~held';

/**
 * Index field of columns that have no aspect besides assignments: to those who see none of these, there is no column. No
 * public name leads to it.
 */
export const BARE_COLUMN = '~bare';

/** The entities that hold an assignment made in this life of the property. */
export function holdsAssignment(propertyUrn: Urn, generation: Generation): Expression {
  const values = [assignmentField(propertyUrn, generation)];
  return { kind: 'terms', field: HELD_ASSIGNMENTS, values, ignoreCase: false };
}
