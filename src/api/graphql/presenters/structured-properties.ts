import type { EntityReference, EntityReferences } from '../../../model/entity-reference.ts';
import { VALUE_COLORS } from '../../../model/properties/property-display.ts';
import { propertyValue, type PropertyValue } from '../../../model/structured-property.ts';
import type { EffectiveProperties } from '../../../operations/structured-properties/get-effective-properties.ts';
import { objects } from '../../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { ofType, type Holder } from './associations.ts';
import { attribution } from './stamps.ts';

/** A value of the GraphQL union `PropertyValue`. */
export type ShownValue = { readonly stringValue: string } | { readonly numberValue: number };

/** `StructuredProperties` from the `structuredProperties` aspect of entity `of`. */
export function structuredProperties(value: JsonObject, references: EntityReferences, of: Holder): object {
  const properties = objects(value['properties']).flatMap((assignment) => {
    const structuredProperty = ofType('structuredProperty', references.find(assignment['propertyUrn']));
    if (structuredProperty === undefined) return [];
    const values = shownValues(assignment['values']);
    return [
      {
        structuredProperty,
        values,
        valueEntities: values.flatMap((item) => namedEntity(item, references)),
        associatedUrn: of.urn,
        attribution: attribution(assignment['attribution'], references),
      },
    ];
  });
  return { properties };
}

/** `EffectiveProperties` from the values in effect. */
export function presentEffective(effective: EffectiveProperties, references: EntityReferences): object {
  const properties = [...effective].flatMap(([urn, { sources, values }]) => {
    const structuredProperty = ofType('structuredProperty', references.find(urn));
    if (structuredProperty === undefined) return [];
    const shown = values.map(inWords);
    const from = sources.flatMap((source) => references.find(source) ?? []);
    return [
      {
        structuredProperty,
        values: shown,
        valueEntities: shown.flatMap((item) => namedEntity(item, references)),
        isInherited: sources.length > 0,
        source: from[0],
        sources: from,
      },
    ];
  });
  return { properties };
}

/** Converts a stored property value, `{ string }` or `{ double }`; undefined for anything else. */
export function shownValue(json: unknown): ShownValue | undefined {
  const value = propertyValue(json);
  return value && inWords(value);
}

/** A value in the words of GraphQL. */
export function inWords(value: PropertyValue): ShownValue {
  return 'string' in value ? { stringValue: value.string } : { numberValue: value.double };
}

/** `ColoredValue`s from the member `valueColors` of the aspect `structuredPropertyDisplay`. */
export function coloredValues(json: JsonValue) {
  return objects(json).flatMap(({ color, value: stored }) => {
    const value = shownValue(stored);
    const name = VALUE_COLORS.find((one) => one === color);
    return value === undefined || name === undefined ? [] : [{ value, color: name }];
  });
}

/** Name of the value's type in the union `PropertyValue`. */
export function valueTypeName(value: ShownValue): 'StringValue' | 'NumberValue' {
  return 'stringValue' in value ? 'StringValue' : 'NumberValue';
}

function shownValues(json: unknown): readonly ShownValue[] {
  return Array.isArray(json) ? json.flatMap((item) => shownValue(item) ?? []) : [];
}

function namedEntity(value: ShownValue, references: EntityReferences): readonly EntityReference[] {
  const entity = 'stringValue' in value ? references.find(value.stringValue) : undefined;
  return entity === undefined ? [] : [entity];
}
