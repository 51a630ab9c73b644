import { valueKey } from '../../../model/properties/property-value-text.ts';
import { typeProblem } from '../../../model/properties/value-type.ts';
import { STRUCTURED_PROPERTY, parseDefinition } from '../../../model/structured-property.ts';
import type { Validator } from '../../rules.ts';

/**
 * Allowed values must have the value type of their definition. Those that were stored before stay, and allow nothing.
 * Values of custom data types are not checked.
 */
export const allowedValueTypes: Validator = {
  name: 'allowedValueTypes',
  aspects: [STRUCTURED_PROPERTY.definitionAspect],
  *check({ urn, before, after }) {
    if (after === undefined) return;
    const next = parseDefinition(after);
    if (next.valueType === undefined) return;
    const old = before === undefined ? undefined : parseDefinition(before);
    const stored = old?.valueTypeUrn === next.valueTypeUrn ? (old.allowedValues ?? []) : [];
    const known = new Set(stored.map(({ value }) => valueKey(value)));
    for (const { value } of next.allowedValues ?? []) {
      const problem = known.has(valueKey(value)) ? undefined : typeProblem(value, next);
      if (problem !== undefined) yield `Property: ${urn}, allowedValues: ${problem}`;
    }
  },
};
