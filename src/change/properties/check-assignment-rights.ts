import { CatalogError } from '../../errors.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import type { Urn } from '../../model/urn.ts';
import { listText } from '../../util/list-text.ts';
import { assignmentsByProperty, sameValues, type Assignment } from './property-assignments.ts';
import type { AspectChange, RuleContext } from '../rules.ts';
import { propertyStateOf } from './property-state.ts';

const NONE: ReadonlySet<Urn> = new Set();

/**
 * Checks the writer's rights on the changed property assignments. Returns the assigned properties that do not exist for
 * the writer: the rules must refuse all of them in the same way, so that the existence of hidden ones does not leak.
 * Throws FORBIDDEN when the change touches values that the writer may only read. Without `rights` everything is
 * allowed.
 */
export function checkAssignments(
  { aspect, urn, before, after }: Pick<AspectChange, 'aspect' | 'urn' | 'before' | 'after'>,
  { rights, state }: RuleContext,
): ReadonlySet<Urn> {
  if (rights === undefined || aspect.name !== STRUCTURED_PROPERTY.assignmentAspect) return NONE;
  const stored = assignmentsByProperty(before);
  const stated = assignmentsByProperty(after);
  const unknown = [...stated.keys()].filter(
    (property) => !rights.mayRead(property, urn) || propertyStateOf(property, state) === undefined,
  );
  if (unknown.length > 0) return new Set(unknown);
  const touched = [...new Set([...stored.keys(), ...stated.keys()])].filter(
    (property) => !isSame(stored.get(property), stated.get(property)),
  );
  const withheld = touched.filter((property) => !rights.mayAssign(property, urn));
  if (withheld.length === 0) return NONE;
  throw new CatalogError(
    'FORBIDDEN',
    `Unauthorized to modify one or more structured property Urns: [${listText(withheld)}] on ${urn}. ` +
      'Keep their values unchanged, or request the privilege EDIT_ENTITY_PROPERTIES on them.',
  );
}

function isSame(a: Assignment | undefined, b: Assignment | undefined): boolean {
  return a !== undefined && b !== undefined && sameValues(a.values, b.values);
}
