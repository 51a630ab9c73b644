import type { AssignmentRights } from '../../model/access/assignment-rights.ts';
import { withNumbers } from '../../model/properties/number-values.ts';
import type { Generation } from '../../model/sequence.ts';
import { propertyValue, type PropertyValue, type PropertyState } from '../../model/structured-property.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { AspectRow, RowInternal } from '../../store/entity-rows.ts';
import type { CurrentState } from '../../store/metadata-store.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { isNumeric, propertyStateOf } from './property-state.ts';
import type { AspectChange } from '../rules.ts';

/** One element of the `structuredProperties` aspect. */
export interface Assignment {
  readonly propertyUrn: Urn;
  readonly values: readonly PropertyValue[];
  /** The element as stored, with its audit stamps. */
  readonly json: JsonObject;
}

/** An assignment hidden from the writer: the property is soft-deleted, or the writer may not read it. */
export interface HiddenAssignment extends Assignment {
  readonly generation: Generation;
}

// Cached because every assignment rule parses the same value.
const parsed = new WeakMap<JsonObject, readonly Assignment[]>();

/** Parses the assignments of an aspect value, in order. Skips elements without a well-formed property urn; of undefined: none. */
export function assignmentsOf(value: JsonObject | undefined): readonly Assignment[] {
  if (value === undefined) return [];
  const known = parsed.get(value);
  if (known !== undefined) return known;
  const assignments: Assignment[] = [];
  for (const json of elementsOf(value)) {
    const { propertyUrn } = json;
    if (typeof propertyUrn === 'string' && isUrn(propertyUrn))
      assignments.push({ propertyUrn, json, values: valuesOf(json) });
  }
  parsed.set(value, assignments);
  return assignments;
}

/** The assignments of an aspect value by property; of several for one property the last. */
export function assignmentsByProperty(value: JsonObject | undefined): ReadonlyMap<Urn, Assignment> {
  if (value === undefined) return NONE;
  return new Map(assignmentsOf(value).map((assignment) => [assignment.propertyUrn, assignment]));
}

const NONE: ReadonlyMap<Urn, Assignment> = new Map();

function valuesOf(json: JsonObject): readonly PropertyValue[] {
  const values: PropertyValue[] = [];
  const given: readonly JsonValue[] = Array.isArray(json['values']) ? json['values'] : [];
  for (const item of given) {
    const value = propertyValue(item);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** The value without assignments that have no values: assigning no values removes the property. */
export function withoutEmptyAssignments(value: JsonObject): JsonObject {
  const elements = elementsOf(value);
  const kept = elements.filter(({ values }) => !Array.isArray(values) || values.length > 0);
  return kept.length === elements.length ? value : { ...value, properties: kept };
}

/** Whether both lists hold equal values in the same order. */
export function sameValues(a: readonly PropertyValue[], b: readonly PropertyValue[]): boolean {
  return a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
}

/** Whether both are equal strings or equal numbers. A string never equals a number. */
function sameValue(a: PropertyValue, b: PropertyValue | undefined): boolean {
  if (b === undefined) return false;
  return 'string' in a ? 'string' in b && a.string === b.string : 'double' in b && a.double === b.double;
}

/**
 * Splits a stored row into the value visible to the writer and the hidden assignments: those of soft-deleted properties
 * and those that the writer may not read. Drops assignments of dead generations (definition deleted or broken since).
 */
export function splitAssignments(
  row: AspectRow,
  state: CurrentState,
  rights?: AssignmentRights,
): { readonly visible: JsonObject; readonly hidden: readonly HiddenAssignment[] } {
  const value = withNumbers(row.aspect.value, (urn) => isNumeric(urn, state));
  const visible: JsonObject[] = [];
  const hidden: HiddenAssignment[] = [];
  for (const assignment of assignmentsOf(value)) {
    const generation = row.internal.assignments?.[assignment.propertyUrn];
    const property = propertyStateOf(assignment.propertyUrn, state);
    if (generation === undefined || generation !== property?.generation) continue;
    const isHidden = property.removed || rights?.mayRead(property.urn, row.aspect.urn) === false;
    if (isHidden) hidden.push({ ...assignment, generation });
    else visible.push(assignment.json);
  }
  const isWhole = visible.length === elementsOf(value).length;
  return { visible: isWhole ? value : { ...value, properties: visible }, hidden };
}

/**
 * Inverse of `splitAssignments`: the row content for a written value. Appends the hidden assignments of properties that
 * the value does not name, and records the generation of every assignment in `internal`.
 */
export function mergeAssignments(
  after: JsonObject,
  hidden: readonly HiddenAssignment[],
  state: CurrentState,
): { readonly value: JsonObject; readonly internal: RowInternal } {
  const assignments: Record<Urn, Generation> = {};
  const stated = assignmentsOf(after);
  for (const { propertyUrn } of stated) {
    const property = propertyStateOf(propertyUrn, state);
    if (property !== undefined) assignments[propertyUrn] = property.generation;
  }
  const internal = { assignments };
  if (hidden.length === 0) return { value: after, internal };
  const named = new Set(stated.map(({ propertyUrn }) => propertyUrn));
  const kept = hidden.filter(({ propertyUrn }) => !named.has(propertyUrn));
  for (const { propertyUrn, generation } of kept) assignments[propertyUrn] = generation;
  if (kept.length === 0) return { value: after, internal };
  return {
    value: { ...after, properties: [...elementsOf(after), ...kept.map(({ json }) => json)] },
    internal,
  };
}

/** The elements of an aspect value that are objects. */
export function elementsOf(value: JsonObject): readonly JsonObject[] {
  const { properties } = value;
  return Array.isArray(properties) ? properties.filter(isJsonObject) : [];
}

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
  const assigned: AssignedProperty[] = [];
  for (const assignment of assignmentsOf(change.after)) {
    const property = propertyStateOf(assignment.propertyUrn, state);
    if (property !== undefined && !property.removed) assigned.push({ assignment, property });
  }
  known.set(change, { state, assigned });
  return assigned;
}
