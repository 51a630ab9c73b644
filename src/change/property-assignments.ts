import type { AssignmentRights } from '../model/assignment-rights.ts';
import type { Generation } from '../model/sequence.ts';
import type { PropertyValue } from '../model/structured-property.ts';
import { propertyValue } from '../model/structured-property.ts';
import type { Urn } from '../model/urn.ts';
import { isUrn } from '../model/urn.ts';
import type { AspectRow, CurrentState, RowInternal } from '../store/metadata-store.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { propertyStateOf } from './property-state.ts';

/** One element of the aspect `structuredProperties`. */
export interface Assignment {
  readonly propertyUrn: Urn;
  readonly values: readonly PropertyValue[];
  /** The element as written, with its stamps. */
  readonly json: JsonObject;
}

/** An assignment that its writer does not see: the property is soft-deleted, or no business of the writer's. */
export interface HiddenAssignment extends Assignment {
  readonly generation: Generation;
}

// Every rule about assignments asks for those of the same value.
const parsed = new WeakMap<JsonObject, readonly Assignment[]>();

/** The assignments of a value of the aspect, in order; elements without a well-formed property urn are left out. */
export function assignmentsOf(value: JsonObject): readonly Assignment[] {
  const known = parsed.get(value);
  if (known !== undefined) return known;
  const assignments = elementsOf(value).flatMap(assignmentOf);
  parsed.set(value, assignments);
  return assignments;
}

function assignmentOf(json: JsonObject): readonly Assignment[] {
  const propertyUrn = json['propertyUrn'];
  if (typeof propertyUrn !== 'string' || !isUrn(propertyUrn)) return [];
  const values = Array.isArray(json['values']) ? json['values'] : [];
  return [{ propertyUrn, json, values: values.flatMap((item: JsonValue) => propertyValue(item) ?? []) }];
}

/** True when both lists hold equal values in the same order. */
export function sameValues(a: readonly PropertyValue[], b: readonly PropertyValue[]): boolean {
  return a.length === b.length && a.every((value, i) => sameValue(value, b[i]));
}

/** True for two equal texts or two equal numbers; a text never equals a number. */
export function sameValue(a: PropertyValue, b: PropertyValue | undefined): boolean {
  if (b === undefined) return false;
  return 'string' in a ? 'string' in b && a.string === b.string : 'double' in b && a.double === b.double;
}

/**
 * Parts a stored row into what its writer sees and what is kept: for when a soft-deleted property is restored, and
 * what the writer may not know of. Assignments of dead generations (the definition is gone, or broken since) are in neither.
 */
export function splitAssignments(
  row: AspectRow,
  state: CurrentState,
  rights?: AssignmentRights,
): { readonly visible: JsonObject; readonly hidden: readonly HiddenAssignment[] } {
  const { value } = row.aspect;
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
 * The row to store for a value as its writer states it: the hidden assignments follow the stated ones, and the
 * generation that each was made under is remembered beside it.
 */
export function mergeAssignments(
  after: JsonObject,
  hidden: readonly HiddenAssignment[],
  state: CurrentState,
): { readonly value: JsonObject; readonly internal: RowInternal } {
  const generations: [Urn, Generation][] = [];
  const stated = new Set<Urn>();
  for (const { propertyUrn } of assignmentsOf(after)) {
    stated.add(propertyUrn);
    const property = propertyStateOf(propertyUrn, state);
    if (property !== undefined) generations.push([propertyUrn, property.generation]);
  }
  const kept = hidden.filter(({ propertyUrn }) => !stated.has(propertyUrn));
  for (const { propertyUrn, generation } of kept) generations.push([propertyUrn, generation]);
  const internal = { assignments: Object.fromEntries(generations) };
  if (kept.length === 0) return { value: after, internal };
  return {
    value: { ...after, properties: [...elementsOf(after), ...kept.map(({ json }) => json)] },
    internal,
  };
}

function elementsOf(value: JsonObject): readonly JsonObject[] {
  const { properties } = value;
  return Array.isArray(properties) ? properties.filter(isJsonObject) : [];
}
