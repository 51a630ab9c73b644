import { isObject } from '../../api/is-object.ts';
import { valueOf, type Value } from './property-value.ts';

/** Reads the values of an aspect `structuredProperties`, by property urn; skips invalid entries. */
export function assignmentsOf(aspect: unknown): ReadonlyMap<string, readonly Value[]> {
  const properties = isObject(aspect) ? aspect['properties'] : undefined;
  const found = new Map<string, Value[]>();
  for (const entry of Array.isArray(properties) ? (properties as readonly unknown[]) : []) {
    if (!isObject(entry)) continue;
    const { propertyUrn, values } = entry;
    if (typeof propertyUrn !== 'string' || !Array.isArray(values)) continue;
    // Several sources may assign the property; shows their distinct values.
    const known = found.get(propertyUrn) ?? [];
    found.set(propertyUrn, [...new Set([...known, ...values.flatMap(valueOf)])]);
  }
  return found;
}

/** Whether two lists have the same values, in any order. */
export function areSameValues(some: readonly Value[], others: readonly Value[]): boolean {
  return some.length === others.length && some.every((value) => others.includes(value));
}
