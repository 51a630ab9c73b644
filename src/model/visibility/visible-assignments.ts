import { hash53 } from '../../util/fingerprint.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { Aspect, UNKNOWN_WRITE, withText } from '../aspect.ts';
import { withNumbers } from '../properties/number-values.ts';
import type { Scope } from '../scope.ts';
import type { Generation } from '../sequence.ts';
import { doubleText } from '../structured-property.ts';
import { isUrn } from '../urn.ts';

/** A version of an aspect, with the generation of each of its assignments by property urn. */
export interface SeenRow {
  readonly aspect: Aspect;
  readonly internal: { readonly assignments?: Readonly<Record<string, Generation>> };
}

/**
 * The assignments visible to a scope: without those of soft-deleted properties, of ended generations, and of properties
 * that the caller may not see, and with strings of number properties converted to numbers; the rest is unchanged.
 * Returns the same object if there is nothing to hide. For a scope that does not see every property, returns
 * `assignmentsInPart`: undefined if no assignment remains.
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
  const value = aspect.text.includes('"string"')
    ? withNumbers(aspect.value, scope.holdsNumbers)
    : aspect.value;
  if (!scope.seesEveryProperty) return assignmentsInPart(aspect, keptAssignments(value, isHidden));
  if (Object.keys(generations).some(isHidden)) return withText(aspect, withoutAssignments(value, isHidden));
  return value === aspect.value ? aspect : withText(aspect, valuesText(value));
}

/**
 * Assignments for a caller who may not read every property; `value` has the visible ones, undefined if there are none.
 * Actor, time, run and version of a write would reveal writes of hidden properties. Therefore the result has
 * `UNKNOWN_WRITE` as stamp and metadata, and a hash of the visible value as version.
 */
export function assignmentsInPart(
  { urn, aspectName, sequence }: Aspect,
  value: JsonObject,
): Aspect | undefined {
  if (!Array.isArray(value['properties']) || value['properties'].length === 0) return undefined;
  const text = valuesText(value);
  const { created } = UNKNOWN_WRITE;
  const systemMetadata = { ...UNKNOWN_WRITE.systemMetadata, version: String(hash53(text)) };
  return new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
}

/** Aspect text without the assignments of some properties; the rest is unchanged. */
export function withoutAssignments(value: JsonObject, isLeftOut: (propertyUrn: string) => boolean): string {
  return valuesText(keptAssignments(value, isLeftOut));
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

/** JSON text of an aspect with property values, whose doubles keep their decimal point. */
export function valuesText(value: JsonObject): string {
  return JSON.stringify(value, withDoubles);
}

/** JSON replacer that keeps the decimal point of doubles, which occur only in property values. */
function withDoubles(this: unknown, key: string, value: JsonValue): unknown {
  return key === 'double' && typeof value === 'number' ? JSON.rawJSON(doubleText(value)) : value;
}
