import { because } from '../../../refusals.ts';
import { valueListText } from '../../../model/properties/property-value.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { assignmentsByProperty, assignmentsOf, sameValues } from '../../properties/property-assignments.ts';
import type { Validator } from '../../rules.ts';
import { propertyStateOf } from '../../properties/property-state.ts';

/** Values of an immutable property can be neither changed nor removed once set, not even hidden ones; stamps may change. */
export const immutableAssignments: Validator = {
  name: 'immutableAssignments',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check({ before, after }, { state }) {
    const next = assignmentsByProperty(after);
    for (const assignment of assignmentsOf(before)) {
      const property = propertyStateOf(assignment.propertyUrn, state);
      if (property?.definition.immutable !== true) continue;
      const values = next.get(property.urn)?.values;
      const kept = property.removed
        ? 'Keep its hidden values, or hard-delete the property.'
        : `Keep ${valueListText(assignment.values)}.`;
      if (values !== undefined && sameValues(assignment.values, values)) continue;
      const { urn } = property;
      const problem =
        values === undefined
          ? `Cannot delete an immutable property ${urn}.`
          : `Cannot mutate an immutable property: ${urn}.`;
      yield { message: `${problem} ${kept}`, property: urn, ...because('VALUE_IMMUTABLE') };
    }
  },
};
