import { because } from '../../../refusals.ts';
import { valueKey, valueText, typeProblem, plainValue } from '../../../model/properties/property-value.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  type PropertyDefinition,
  type PropertyValue,
} from '../../../model/structured-property.ts';
import type { Validator } from '../../rules.ts';

/**
 * Allowed values must have the value type of their definition and be listed once: 3 and 3.0 are one number. Those that were
 * stored before stay. Types of values of custom data types are not checked.
 */
export const allowedValueTypes: Validator = {
  name: 'allowedValueTypes',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  *check({ urn, before, after }) {
    if (after === undefined) return;
    const next = parseDefinition(after);
    const old = before === undefined ? undefined : parseDefinition(before);
    const stored = old?.valueTypeUrn === next.valueTypeUrn ? (old.allowedValues ?? []) : [];
    const known = countedValues(stored);
    for (const [key, { count, index, value }] of countedValues(next.allowedValues ?? [])) {
      const listedBefore = known.get(key)?.count ?? 0;
      const isChecked = listedBefore === 0 && next.valueType !== undefined;
      const problem = isChecked ? typeProblem(value, next) : undefined;
      const { valueType = '' } = next;
      const shown = plainValue(value);
      const isRepeated = count > Math.max(1, listedBefore);
      const failure =
        problem ??
        (isRepeated ? `value: ${valueText(value)} is listed ${count} times. List it once.` : undefined);
      yield failure === undefined
        ? undefined
        : {
            message: `Property: ${urn}, allowedValues: ${failure}`,
            field: `allowedValues[${index}]`,
            ...(problem === undefined
              ? because('VALUE_LISTED_TWICE', { value: shown })
              : because('VALUE_TYPE', { value: shown, valueType })),
          };
    }
  },
};

/** How often each value is listed, and where last, by its key. */
function countedValues(
  listed: NonNullable<PropertyDefinition['allowedValues']>,
): ReadonlyMap<string, { readonly count: number; readonly index: number; readonly value: PropertyValue }> {
  const counted = new Map<string, { count: number; index: number; value: PropertyValue }>();
  for (const [index, { value }] of listed.entries()) {
    const key = valueKey(value);
    counted.set(key, { count: (counted.get(key)?.count ?? 0) + 1, index, value });
  }
  return counted;
}
