import { valueListText } from '../../../model/properties/property-value-text.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { entityTypeOf } from '../../../model/urn.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import { listOf } from '../../../util/list-text.ts';
import { assignmentsOf } from '../../properties/property-assignments.ts';
import type { Assignment } from '../../properties/property-assignments.ts';
import { propertyStateOf } from '../../properties/property-state.ts';
import type { Validator } from '../../rules.ts';

/** Each assigned property must be defined, not soft-deleted, and listed once. */
export const assignmentTargets: Validator = {
  name: 'assignmentTargets',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check({ after }, { state }) {
    const byProperty = Map.groupBy(
      after === undefined ? [] : assignmentsOf(after),
      ({ propertyUrn }) => propertyUrn,
    );
    for (const assignments of byProperty.values()) yield* checkTarget(assignments, state);
  },
};

function checkTarget(assignments: readonly Assignment[], state: CurrentState): readonly string[] {
  const [first] = assignments;
  if (first === undefined) return [];
  const urn = first.propertyUrn;
  if (assignments.length > 1) {
    const entries = listOf(assignments, ({ values }) => valueListText(values));
    return [`Property: ${urn} has multiple entries: ${entries}. Send one entry with all values.`];
  }
  const entityType = entityTypeOf(urn);
  if (entityType !== STRUCTURED_PROPERTY.entityType) {
    return [
      `Unexpected entity type. Expected: ${STRUCTURED_PROPERTY.entityType} Found: ${entityType}: propertyUrn ${urn}. ` +
        'Name a structured property.',
    ];
  }
  const property = propertyStateOf(urn, state);
  if (property === undefined) {
    return [
      `Unexpected null value found for ${urn} Structured Property Definition. Create the property first.`,
    ];
  }
  if (!property.removed) return [];
  return [
    `Cannot apply a soft deleted Structured Property value: ${urn}. Restore the property first (status.removed = false).`,
  ];
}
