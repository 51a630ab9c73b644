import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';
import { withText } from './aspect.ts';
import type { Aspect } from './aspect.ts';
import type { Scope } from './scope.ts';
import type { Generation } from './sequence.ts';
import { STRUCTURED_PROPERTY, doubleText } from './structured-property.ts';
import { isUrn } from './urn.ts';

/**
 * The aspect as a scope sees it: assignments of properties that are hidden, dead or not permitted are left out, the
 * rest stays as it was written. Any other aspect, and one with nothing to hide, is returned as it is.
 */
export function visibleAssignments(
  aspect: Aspect,
  generations: Readonly<Record<string, Generation>> | undefined,
  scope: Scope,
): Aspect {
  if (aspect.aspectName !== STRUCTURED_PROPERTY.assignmentAspect) return aspect;
  const isHidden = (propertyUrn: string): boolean => {
    const generation = generations?.[propertyUrn];
    return (
      !isUrn(propertyUrn) ||
      generation === undefined ||
      !scope.seesAssignment(propertyUrn, generation, aspect.urn)
    );
  };
  if (!Object.keys(generations ?? {}).some(isHidden)) return aspect;
  return withText(aspect, withoutAssignments(aspect.value, isHidden));
}

/** The text of the aspect without the assignments of some properties; the rest stays as it was written. */
export function withoutAssignments(value: JsonObject, isLeftOut: (propertyUrn: string) => boolean): string {
  const properties = Array.isArray(value['properties']) ? value['properties'] : [];
  const kept = properties.filter(
    (assignment: unknown) =>
      isJsonObject(assignment) &&
      typeof assignment['propertyUrn'] === 'string' &&
      !isLeftOut(assignment['propertyUrn']),
  );
  return JSON.stringify({ ...value, properties: kept }, withDoubles);
}

/** Keeps the decimal point of the doubles in property values, the only ones in the aspect. */
function withDoubles(this: unknown, key: string, value: JsonValue): unknown {
  return key === 'double' && typeof value === 'number' ? JSON.rawJSON(doubleText(value)) : value;
}
