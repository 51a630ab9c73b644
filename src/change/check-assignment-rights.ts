import { CatalogError } from '../errors.ts';
import { STRUCTURED_PROPERTY } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { Assignment } from './property-assignments.ts';
import { assignmentsOf, sameValues } from './property-assignments.ts';
import type { AspectChange, RuleContext } from './rules.ts';
import { undefinedProperty } from './validators/assignment-targets.ts';

/**
 * Texts about properties that the change names and its writer may not know of: the same as for ones that do not exist.
 * Throws FORBIDDEN when it changes values that its writer may only read. A batch without rights may do anything.
 */
export function checkAssignments(
  { aspect, urn, before, after }: Pick<AspectChange, 'aspect' | 'urn' | 'before' | 'after'>,
  { rights }: RuleContext,
): readonly string[] {
  if (rights === undefined || aspect.name !== STRUCTURED_PROPERTY.assignmentAspect) return [];
  const [stored, stated] = [byProperty(before), byProperty(after)];
  const unknown = [...stated.keys()].filter((property) => !rights.mayRead(property, urn));
  if (unknown.length > 0) return unknown.map(undefinedProperty);
  const touched = [...new Set([...stored.keys(), ...stated.keys()])].filter(
    (property) => !isSame(stored.get(property), stated.get(property)),
  );
  const withheld = touched.filter((property) => !rights.mayAssign(property, urn));
  if (withheld.length === 0) return [];
  throw new CatalogError(
    'FORBIDDEN',
    `Unauthorized to modify one or more structured property Urns: [${withheld.join(', ')}] on ${urn}. ` +
      'Leave their values as they are, or ask for EDIT_ENTITY_PROPERTIES on them.',
  );
}

function byProperty(value: JsonObject | undefined): ReadonlyMap<Urn, Assignment> {
  const assignments = value === undefined ? [] : assignmentsOf(value);
  return new Map(assignments.map((assignment) => [assignment.propertyUrn, assignment]));
}

function isSame(a: Assignment | undefined, b: Assignment | undefined): boolean {
  return a !== undefined && b !== undefined && sameValues(a.values, b.values);
}
