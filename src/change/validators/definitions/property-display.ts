import { MOST_LISTED, because } from '../../../refusals.ts';
import { LONGEST_LABEL } from '../../../model/properties/property-display.ts';
import {
  plainValue,
  restrictionOf,
  typeProblem,
  valueKey,
  valueListText,
  valueText,
} from '../../../model/properties/property-value.ts';
import {
  STRUCTURED_PROPERTY,
  parseDefinition,
  propertyValue,
  type PropertyDefinition,
  type PropertyValue,
} from '../../../model/structured-property.ts';
import { itemText } from '../../../util/list-text.ts';
import { objects } from '../../../util/json/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { Validator } from '../../rules.ts';
import type { Violation } from '../../violation.ts';

/**
 * A group and a unit are short labels, and each coloured value is one that the property allows, once. Members that are stored
 * stay as they are; without a definition, values are only compared with each other.
 */
export const propertyDisplay: Validator = {
  name: 'propertyDisplay',
  aspects: [STRUCTURED_PROPERTY.displayAspect],
  *check({ after, before, urn }, { state }) {
    if (after === undefined) return;
    for (const member of ['group', 'unit'] as const) {
      const label = after[member];
      if (typeof label === 'string' && label !== before?.[member]) yield labelProblem(member, label);
    }
    const stored = new Set(coloredValues(before).map(valueKey));
    const row = state.row(urn, STRUCTURED_PROPERTY.definitionAspect);
    const definition = row && parseDefinition(row.aspect.value);
    const seen = new Set<string>();
    for (const [index, value] of coloredValues(after).entries()) {
      const isRepeated = seen.has(valueKey(value));
      seen.add(valueKey(value));
      const isJudged = definition !== undefined && !stored.has(valueKey(value));
      const problem = isRepeated ? repeated(value) : isJudged ? problemOf(value, definition) : undefined;
      yield (
        problem && {
          ...problem,
          message: `Property: ${urn}, valueColors: ${problem.message}`,
          field: `valueColors[${index}]`,
        }
      );
    }
  },
};

function labelProblem(member: keyof typeof LONGEST_LABEL, label: string): Violation | undefined {
  const most = LONGEST_LABEL[member];
  if (label.length > most) {
    const message = `${member} has ${label.length} characters, but at most ${most} are allowed. Shorten it.`;
    return { message, field: member, ...because('TEXT_TOO_LONG', { length: label.length, most }) };
  }
  // Two groups that look alike would be listed apart.
  if (label !== '' && label.trim() === label && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(label)) return undefined;
  const what = label.trim() === '' ? 'is empty' : 'begins or ends with white space, or has a line break';
  const message = `${member} '${itemText(label)}' ${what}. Leave it out, or send a label such as 'days'.`;
  return { message, field: member, ...because('INPUT_FORMAT', { name: member, value: label }) };
}

function problemOf(value: PropertyValue, definition: PropertyDefinition): Violation | undefined {
  const shown = plainValue(value);
  const problem = definition.valueType === undefined ? undefined : typeProblem(value, definition);
  if (problem !== undefined) {
    const { valueType = '' } = definition;
    return { message: problem, ...because('VALUE_TYPE', { value: shown, valueType }) };
  }
  const allowed = restrictionOf(definition);
  if (allowed === undefined || allowed.keys.has(valueKey(value))) return undefined;
  return {
    message: `value: ${valueText(value)} should be one of ${valueListText(allowed.values)}. Color one of these, or allow the value first.`,
    ...because('VALUE_NOT_ALLOWED', {
      value: shown,
      allowed: allowed.values.slice(0, MOST_LISTED).map(plainValue),
    }),
  };
}

function repeated(value: PropertyValue): Violation {
  const message = `value: ${valueText(value)} is listed twice. Give it one color.`;
  return { message, ...because('VALUE_LISTED_TWICE', { value: plainValue(value) }) };
}

/** The values of `valueColors`; of a schema-conforming aspect, in its order. */
function coloredValues(display: JsonObject | undefined): readonly PropertyValue[] {
  return objects(display?.['valueColors']).flatMap(({ value }) => propertyValue(value) ?? []);
}
