import * as v from 'valibot';
import { PROPERTY_SETTINGS, type SettingsInput } from '../../model/properties/property-settings.ts';
import type { PropertyValue } from '../../model/structured-property.ts';
import { list } from '../input-types.ts';
import { objectOf } from '../shapes.ts';

/** A value in the words of the wire, with exactly one member; parsed to the union form of the aspects. */
const VALUE = v.pipe(
  objectOf({ stringValue: v.nullish(v.string()), numberValue: v.nullish(v.number()) }),
  v.rawTransform(({ addIssue, dataset, NEVER }): PropertyValue => {
    const { numberValue, stringValue } = dataset.value;
    const hasText = typeof stringValue === 'string';
    const hasNumber = typeof numberValue === 'number';
    if (hasText && !hasNumber) return { string: stringValue };
    if (hasNumber && !hasText) return { double: numberValue };
    const has = hasText ? 'both' : 'neither';
    addIssue({ message: `provide exactly one of stringValue or numberValue; it has ${has}` });
    return NEVER;
  }),
);

/** The values of a property that an asset gets. The rules of the definition judge them when they are written. */
export const VALUES = list(VALUE);

/** Allowed values, as in a definition. */
export const ALLOWED_VALUES = v.array(
  objectOf({
    value: v.union([objectOf({ string: v.string() }), objectOf({ double: v.number() })]),
    description: v.exactOptional(v.string()),
  }),
);

export const TEXTS: v.GenericSchema<readonly string[]> = v.array(v.string());

/** Settings to change. */
export const SETTINGS: v.GenericSchema<SettingsInput> = objectOf(
  Object.fromEntries(PROPERTY_SETTINGS.map((name) => [name, v.nullish(v.boolean())])),
);
