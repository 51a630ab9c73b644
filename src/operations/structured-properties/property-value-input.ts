import * as v from 'valibot';
import type { PropertyValue } from '../../model/structured-property.ts';

/** Shape of a value of a structured property. */
export const PROPERTY_VALUE: v.GenericSchema<PropertyValue> = v.union([
  v.object({ string: v.string() }),
  v.object({ double: v.number() }),
]);
