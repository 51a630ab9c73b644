import { entityTypeIdOf } from '../../../model/properties/entity-type-id.ts';
import {
  restrictionOf,
  valueKey,
  valueListText,
  valueText,
  typeProblem,
} from '../../../model/properties/property-value.ts';
import {
  STRUCTURED_PROPERTY,
  type PropertyDefinition,
  type PropertyValue,
} from '../../../model/structured-property.ts';
import { listText } from '../../../util/list-text.ts';
import type { ChangeSettings, Validator } from '../../rules.ts';
import { assignedProperties } from '../../properties/property-assignments.ts';

/** Values must fit the definition's cardinality, type, allowed types and allowed values, and the maximum length. */
export const assignmentValues: Validator = {
  name: 'assignmentValues',
  aspects: [STRUCTURED_PROPERTY.assignmentAspect],
  *check(change, { state, settings }) {
    for (const { assignment, property } of assignedProperties(change, state)) {
      const { definition, urn } = property;
      const { values } = assignment;
      if (definition.cardinality === 'SINGLE' && values.length > 1) {
        yield {
          property: urn,
          message:
            `Property: ${urn} has cardinality 1, but multiple values were assigned: ${valueListText(values)}. ` +
            'Send one value, or set the cardinality of the property to MULTIPLE.',
        };
      }
      for (const value of values) {
        const problem = problemOf(value, definition, settings);
        yield problem === undefined ? undefined : { message: `Property: ${urn}, ${problem}`, property: urn };
      }
    }
  },
};

function problemOf(
  value: PropertyValue,
  definition: PropertyDefinition,
  settings: ChangeSettings,
): string | undefined {
  return (
    typeProblem(value, definition) ??
    qualifierProblem(value, definition) ??
    restrictionProblem(value, definition) ??
    lengthProblem(value, settings)
  );
}

function qualifierProblem(
  value: PropertyValue,
  { valueType, allowedTypes }: PropertyDefinition,
): string | undefined {
  if (valueType !== 'urn' || allowedTypes.length === 0 || !('string' in value)) return undefined;
  const entityType = value.string.split(':')[2]?.toLowerCase();
  if (allowedTypes.some((allowed) => entityTypeIdOf(allowed) === entityType)) return undefined;
  return `value: ${valueText(value)} is not of any supported urn types:[${listText(allowedTypes)}]. Name an entity of one of these types.`;
}

function restrictionProblem(value: PropertyValue, definition: PropertyDefinition): string | undefined {
  const allowed = restrictionOf(definition);
  if (allowed === undefined || allowed.keys.has(valueKey(value))) return undefined;
  return `value: ${valueText(value)} should be one of ${valueListText(allowed.values)}. Use one of these, or add the value to allowedValues of the property.`;
}

function lengthProblem(value: PropertyValue, { keywordMaxLength }: ChangeSettings): string | undefined {
  const bytes = 'string' in value ? Buffer.byteLength(value.string) : 0;
  if (bytes <= keywordMaxLength) return undefined;
  return `value is ${bytes} bytes which exceeds the maximum of ${keywordMaxLength} UTF-8 bytes for structured property values (structuredProperties.keywordMaxLength). Shorten it.`;
}
