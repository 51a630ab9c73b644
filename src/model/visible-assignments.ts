import { hash53 } from '../util/fingerprint.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { Aspect, UNTOLD_WRITE, withText } from './aspect.ts';
import type { Scope } from './scope.ts';
import type { Generation } from './sequence.ts';
import { doubleText } from './structured-property.ts';
import { isUrn } from './urn.ts';

/** A version of an aspect with the generations of the assignments in it. */
export interface SeenRow {
  readonly aspect: Aspect;
  readonly internal: { readonly assignments?: Readonly<Record<string, Generation>> };
}

/**
 * Assignments as a scope sees them: those of properties that are hidden, dead or not permitted are left out, the rest
 * stays as it was written; undefined when that leaves nothing to a scope that does not see every property. With nothing
 * to hide, the aspect is returned as it is.
 */
export function visibleAssignments({ aspect, internal }: SeenRow, scope: Scope): Aspect | undefined {
  const generations = internal.assignments ?? {};
  const isHidden = (propertyUrn: string): boolean => {
    const generation = generations[propertyUrn];
    return (
      !isUrn(propertyUrn) ||
      generation === undefined ||
      !scope.seesAssignment(propertyUrn, generation, aspect.urn)
    );
  };
  if (!scope.seesEveryProperty) return assignmentsInPart(aspect, keptAssignments(aspect.value, isHidden));
  if (!Object.keys(generations).some(isHidden)) return aspect;
  return withText(aspect, withoutAssignments(aspect.value, isHidden));
}

/**
 * Assignments as they are told to those who may not read every property: `value` is what they see, undefined is
 * answered when that is nothing. Who wrote the aspect when, in which run and how often would tell of writes of what
 * they do not see, whether there were any or not; so nobody wrote it, and its version says only whether two are equal.
 */
export function assignmentsInPart(
  { urn, aspectName, sequence }: Aspect,
  value: JsonObject,
): Aspect | undefined {
  if (!Array.isArray(value['properties']) || value['properties'].length === 0) return undefined;
  const text = assignmentsText(value);
  const { created } = UNTOLD_WRITE;
  const systemMetadata = { ...UNTOLD_WRITE.systemMetadata, version: String(hash53(text)) };
  return new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
}

/** The text of the aspect without the assignments of some properties; the rest stays as it was written. */
export function withoutAssignments(value: JsonObject, isLeftOut: (propertyUrn: string) => boolean): string {
  return assignmentsText(keptAssignments(value, isLeftOut));
}

function keptAssignments(value: JsonObject, isLeftOut: (propertyUrn: string) => boolean): JsonObject {
  const properties = Array.isArray(value['properties']) ? value['properties'] : [];
  const kept = properties.filter(
    (assignment: JsonValue) =>
      isJsonObject(assignment) &&
      typeof assignment['propertyUrn'] === 'string' &&
      !isLeftOut(assignment['propertyUrn']),
  );
  return { ...value, properties: kept };
}

function assignmentsText(value: JsonObject): string {
  return JSON.stringify(value, withDoubles);
}

/** Keeps the decimal point of the doubles in property values, the only ones in the aspect. */
function withDoubles(this: unknown, key: string, value: JsonValue): unknown {
  return key === 'double' && typeof value === 'number' ? JSON.rawJSON(doubleText(value)) : value;
}
