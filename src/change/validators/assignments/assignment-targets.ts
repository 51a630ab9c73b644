import type { Violation } from '../../violation.ts';
import { because } from '../../../refusals.ts';
import { valueListText } from '../../../model/properties/property-value.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import { entityTypeOf, urnKey } from '../../../model/urn.ts';
import { undefinedProperty } from '../../../model/properties/undefined-property.ts';
import type { CurrentState } from '../../../store/metadata-store.ts';
import { listOf } from '../../../util/list-text.ts';
import { assignmentsOf, type Assignment } from '../../properties/property-assignments.ts';
import { propertyStateOf } from '../../properties/property-state.ts';
import type { RuleContext, Validator } from '../../rules.ts';

/** Each assigned property must be defined, not soft-deleted, and listed once. */
export const assignmentTargets: Validator = {
  name: 'assignmentTargets',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check({ after }, { rights, state }) {
    const byProperty = Map.groupBy(assignmentsOf(after), ({ propertyUrn }) => propertyUrn);
    // Suggest a name only once: finding the nearest compares all names.
    let known = namesKnownTo(rights, state);
    for (const assignments of byProperty.values()) {
      const problem = checkTarget(assignments, state, known);
      if (problem === undefined) yield undefined;
      else {
        known = NO_NAMES;
        yield { ...problem, property: assignments[0]?.propertyUrn };
      }
    }
  },
};

const NO_NAMES: Iterable<string> = [];

function checkTarget(
  assignments: readonly Assignment[],
  state: CurrentState,
  known: Iterable<string>,
): Violation | undefined {
  const [first] = assignments;
  if (first === undefined) return undefined;
  const urn = first.propertyUrn;
  if (assignments.length > 1) {
    const entries = listOf(assignments, ({ values }) => valueListText(values));
    const message = `Property: ${urn} has multiple entries: ${entries}. Send one entry with all values.`;
    return { message, ...because('INPUT_REPEATED', { name: urnKey(urn) }) };
  }
  const entityType = entityTypeOf(urn);
  if (entityType !== STRUCTURED_PROPERTY.entityType) {
    const message =
      `Unexpected entity type. Expected: ${STRUCTURED_PROPERTY.entityType} Found: ${entityType}: propertyUrn ${urn}. ` +
      'Name a structured property.';
    const types = { entityType, entityTypes: [STRUCTURED_PROPERTY.entityType] };
    return { message, ...because('ENTITY_TYPE_WRONG', types) };
  }
  const property = propertyStateOf(urn, state);
  if (property === undefined) {
    // DataHub's words come last: clients match them.
    const message = `${undefinedProperty(urn, known)} Unexpected null value found for ${urn} Structured Property Definition.`;
    return { message, ...because('PROPERTY_UNDEFINED') };
  }
  if (!property.removed) return undefined;
  const message = `Cannot apply a soft deleted Structured Property value: ${urn}. Restore the property first ('colophon restore', or status.removed = false).`;
  return { message, ...because('PROPERTY_DELETED') };
}

/** Names of the defined properties that the writer may know of: only for an error, because it reads all definitions. */
function* namesKnownTo(rights: RuleContext['rights'], state: CurrentState): Iterable<string> {
  for (const { aspect } of state.rowsOf(
    STRUCTURED_PROPERTY.entityType,
    STRUCTURED_PROPERTY.definitionAspect,
  )) {
    if (rights === undefined || rights.mayKnow(aspect.urn)) yield urnKey(aspect.urn);
  }
}
