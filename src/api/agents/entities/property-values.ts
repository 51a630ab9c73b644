import { propertyValue, scalarOf, STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { EffectiveProperties } from '../../../operations/structured-properties/get-effective-properties.ts';
import { objects, text } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { StoredEntity } from './names-and-texts.ts';

/** The values of structured properties of an entity, by urn of the property. */
export function propertyValuesOf({ aspects }: StoredEntity): readonly JsonObject[] {
  const assigned = aspects.get(STRUCTURED_PROPERTY.assignmentAspect)?.value['properties'];
  return objects(assigned).flatMap(({ propertyUrn, values }) => {
    const urn = text(propertyUrn);
    return urn === undefined ? [] : [{ urn, untrusted: { values: scalarsIn(values) } }];
  });
}

/** The values in effect on an entity, with the entities that it inherits them from. */
export function valuesInEffect(effective: EffectiveProperties): readonly JsonObject[] {
  return [...effective].map(([urn, { sources, values }]) => ({
    urn,
    ...(sources.length > 0 && { inherited_from: sources.slice() }),
    untrusted: { values: values.map(scalarOf) },
  }));
}

/** Texts and numbers in stored values. */
export function scalarsIn(values: JsonValue | undefined): readonly (string | number)[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: JsonValue) => {
    const read = propertyValue(value);
    return read === undefined ? [] : [scalarOf(read)];
  });
}
