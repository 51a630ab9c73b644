import type { PropertyDefinition, PropertyValue } from '../structured-property.ts';
import { valueKey } from './property-value-text.ts';

/** The values that a definition allows. */
export interface Restriction {
  readonly values: readonly PropertyValue[];
  /** Keys of the values: see {@link valueKey}. */
  readonly keys: ReadonlySet<string>;
}

// Cached: one definition checks many values, and may allow hundreds of thousands.
const known = new WeakMap<PropertyDefinition, Restriction>();

/** Allowed values of a definition; undefined if unrestricted, which includes an empty list. */
export function restrictionOf(definition: PropertyDefinition): Restriction | undefined {
  const { allowedValues = [] } = definition;
  if (allowedValues.length === 0) return undefined;
  const found = known.get(definition);
  if (found !== undefined) return found;
  const values = allowedValues.map(({ value }) => value);
  const restriction = { values, keys: new Set(values.map(valueKey)) };
  known.set(definition, restriction);
  return restriction;
}
