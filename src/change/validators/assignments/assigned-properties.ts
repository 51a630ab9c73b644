import type { PropertyState } from '../../../model/structured-property.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import type { JsonObject } from '../../../util/json.ts';
import { assignmentsOf } from '../../properties/property-assignments.ts';
import type { Assignment } from '../../properties/property-assignments.ts';
import { propertyStateOf } from '../../properties/property-state.ts';

/** An assignment with its property. */
export interface AssignedProperty {
  readonly assignment: Assignment;
  readonly property: PropertyState;
}

/** The assignments whose property is defined and not soft-deleted. `assignmentTargets` reports the others. */
export function assignedProperties(
  value: JsonObject | undefined,
  state: CurrentState,
): readonly AssignedProperty[] {
  if (value === undefined) return [];
  return assignmentsOf(value).flatMap((assignment) => {
    const property = propertyStateOf(assignment.propertyUrn, state);
    return property === undefined || property.removed ? [] : [{ assignment, property }];
  });
}
