import * as v from 'valibot';
import { PROPERTY_SETTINGS, type SettingsInput } from '../../model/properties/property-settings.ts';
import type { PropertyValue } from '../../model/structured-property.ts';
import { objectOf } from '../shapes.ts';

/** A value, in the union form of the aspects. */
export const VALUE: v.GenericSchema<PropertyValue> = v.union([
  objectOf({ string: v.string() }),
  objectOf({ double: v.number() }),
]);

/** Allowed values, as in a definition. */
export const ALLOWED_VALUES = v.array(objectOf({ value: VALUE, description: v.exactOptional(v.string()) }));

export const TEXTS: v.GenericSchema<readonly string[]> = v.array(v.string());

/** Settings to change. */
export const SETTINGS: v.GenericSchema<SettingsInput> = objectOf(
  Object.fromEntries(PROPERTY_SETTINGS.map((name) => [name, v.nullish(v.boolean())])),
);
