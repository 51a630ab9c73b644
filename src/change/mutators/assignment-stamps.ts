import type { AuditStamp } from '../../model/aspect.ts';
import { STRUCTURED_PROPERTY } from '../../model/structured-property.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import {
  assignmentsByProperty,
  assignmentsOf,
  sameValues,
  type Assignment,
} from '../properties/property-assignments.ts';
import type { Mutator } from './mutator.ts';

/**
 * Sets the audit stamps of assignments if the proposal has `stampAssignments`: both for a new assignment, only
 * `lastModified` when the values change, none when they stay the same.
 */
export const assignmentStamps: Mutator = {
  name: 'assignmentStamps',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  mutate: ({ proposal, before, after }) => {
    const stamp = 'stampAssignments' in proposal ? proposal.stampAssignments : undefined;
    const { properties } = after;
    if (stamp === undefined || !Array.isArray(properties)) return after;
    const known = assignmentsByProperty(before);
    const stamped = properties.map((json: JsonValue) => {
      const [assignment] = assignmentsOf({ properties: [json] });
      return assignment === undefined
        ? json
        : stampedAssignment(assignment, known.get(assignment.propertyUrn), stamp);
    });
    return { ...after, properties: stamped };
  },
};

function stampedAssignment(
  assignment: Assignment,
  before: Assignment | undefined,
  stamp: AuditStamp,
): JsonObject {
  const now = { time: stamp.time, actor: stamp.actor };
  if (before === undefined) return withStamps(assignment.json, now, now);
  const { created, lastModified } = before.json;
  const isSame = sameValues(before.values, assignment.values);
  return withStamps(assignment.json, created, isSame ? lastModified : now);
}

function withStamps(
  json: JsonObject,
  created: JsonValue | undefined,
  lastModified: JsonValue | undefined,
): JsonObject {
  const { created: _created, lastModified: _lastModified, ...rest } = json;
  return {
    ...rest,
    ...(isJsonObject(created) && { created }),
    ...(isJsonObject(lastModified) && { lastModified }),
  };
}
