import type { PropertyState } from '../../../model/structured-property.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import type { JsonObject } from '../../../util/json.ts';
import { assignmentsOf, type Assignment } from '../../properties/property-assignments.ts';
import type { AspectChange } from '../../rules.ts';
import { propertyStateOf } from '../../properties/property-state.ts';

/** An assignment with its property. */
export interface AssignedProperty {
  readonly assignment: Assignment;
  readonly property: PropertyState;
}

// Cached: several rules judge one change with the same state.
const known = new WeakMap<AspectChange, { state: CurrentState; assigned: readonly AssignedProperty[] }>();

/** The assignments whose property is defined and not soft-deleted. `assignmentTargets` reports the others. */
export function assignedProperties(change: AspectChange, state: CurrentState): readonly AssignedProperty[] {
  const found = known.get(change);
  if (found?.state === state) return found.assigned;
  const assigned = readAssigned(change.after ?? {}, state);
  known.set(change, { state, assigned });
  return assigned;
}

function readAssigned(value: JsonObject, state: CurrentState): readonly AssignedProperty[] {
  return assignmentsOf(value).flatMap((assignment) => {
    const property = propertyStateOf(assignment.propertyUrn, state);
    return property === undefined || property.removed ? [] : [{ assignment, property }];
  });
}
