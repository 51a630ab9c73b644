import type { Violation } from '../../violation.ts';
import { MOST_LISTED, because } from '../../../refusals.ts';
import { entityTypeIds, entityTypeName } from '../../../model/properties/entity-type-id.ts';
import {
  restrictionOf,
  valueKey,
  valueListText,
  valueText,
  typeProblem,
  plainValue,
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
          ...because('ONE_VALUE_ONLY', { count: values.length }),
          property: urn,
          message:
            `Property: ${urn} has cardinality 1, but multiple values were assigned: ${valueListText(values)}. ` +
            'Send one value, or set the cardinality of the property to MULTIPLE.',
        };
      }
      for (const value of values) {
        const problem = problemOf(value, definition, settings);
        yield problem && { ...problem, message: `Property: ${urn}, ${problem.message}`, property: urn };
      }
    }
  },
};

function problemOf(
  value: PropertyValue,
  definition: PropertyDefinition,
  settings: ChangeSettings,
): Violation | undefined {
  return (
    mistyped(value, definition) ??
    qualifierProblem(value, definition) ??
    restrictionProblem(value, definition) ??
    lengthProblem(value, settings)
  );
}

function mistyped(value: PropertyValue, definition: PropertyDefinition): Violation | undefined {
  const message = typeProblem(value, definition);
  if (message === undefined) return undefined;
  const { valueType = '' } = definition;
  return { message, ...because('VALUE_TYPE', { value: plainValue(value), valueType }) };
}

function qualifierProblem(
  value: PropertyValue,
  { valueType, allowedTypes }: PropertyDefinition,
): Violation | undefined {
  if (valueType !== 'urn' || allowedTypes.length === 0 || !('string' in value)) return undefined;
  const entityType = value.string.split(':')[2]?.toLowerCase() ?? '';
  if (entityTypeIds(allowedTypes).has(entityType)) return undefined;
  return {
    message: `value: ${valueText(value)} is not of any supported urn types:[${listText(allowedTypes)}]. Name an entity of one of these types.`,
    ...because('VALUE_ENTITY_TYPE', {
      value: plainValue(value),
      entityTypes: allowedTypes.map(entityTypeName),
    }),
  };
}

function restrictionProblem(value: PropertyValue, definition: PropertyDefinition): Violation | undefined {
  const allowed = restrictionOf(definition);
  if (allowed === undefined || allowed.keys.has(valueKey(value))) return undefined;
  return {
    message: `value: ${valueText(value)} should be one of ${valueListText(allowed.values)}. Use one of these, or add the value to allowedValues of the property.`,
    ...because('VALUE_NOT_ALLOWED', {
      value: plainValue(value),
      allowed: allowed.values.slice(0, MOST_LISTED).map(plainValue),
    }),
  };
}

function lengthProblem(value: PropertyValue, { keywordMaxLength }: ChangeSettings): Violation | undefined {
  const bytes = 'string' in value ? Buffer.byteLength(value.string) : 0;
  if (bytes <= keywordMaxLength) return undefined;
  return {
    message: `value is ${bytes} bytes which exceeds the maximum of ${keywordMaxLength} UTF-8 bytes for structured property values (structuredProperties.keywordMaxLength). Shorten it.`,
    ...because('VALUE_TOO_LONG', { bytes, most: keywordMaxLength }),
  };
}
