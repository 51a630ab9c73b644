import { capitalized } from '../../api/names/capitalized.ts';
import { brokenRules } from '../rules/broken-rules.ts';
import type { PropertyRules } from '../rules/property-rules.ts';
import { rangeText, violationText } from '../rules/rule-words.ts';
import type { AllowedValue, PropertyDefinition, Value, ValueRules } from './property-definition.ts';
import { valueText, valueWithUnit } from './value-text.ts';

/** What a field needs of a property. */
export type FieldRules = Pick<PropertyDefinition, 'valueType'> &
  Partial<Pick<PropertyDefinition, 'rules' | 'unit' | 'urn'>>;

/** The rule that a value breaks, in words; undefined if it breaks none that the browser judges. */
export function brokenText(definition: FieldRules, value: Value): string | undefined {
  const { rules } = definition;
  const [rule] = rules === undefined ? [] : brokenRules(value, rules);
  const wording = { conditionsOf: () => '', textOf: (one: Value) => valueWithUnit(definition, one) };
  return rule && rules && violationText(rule, rules, wording, value);
}

const BOOLEANS: readonly AllowedValue[] = ['true', 'false'].map((value) => ({
  value,
  description: undefined,
}));

/** The values to choose from: the allowed ones, or those of a format with two; undefined: any value of the type. */
export function choicesOf({
  allowedValues,
  rules,
}: Pick<ValueRules, 'allowedValues' | 'rules'>): readonly AllowedValue[] | undefined {
  return allowedValues ?? (rules?.format === 'BOOLEAN' ? BOOLEANS : undefined);
}

/** Whether the server refuses values that break a rule. */
export function isEnforced({ rules }: FieldRules): boolean {
  return rules?.valueLevel === 'ENFORCE';
}

const FORMAT_HELP = {
  INTEGER: 'a whole number',
  BOOLEAN: undefined,
  DATETIME: 'such as 2026-03-01T14:30:00Z',
};

/** What to enter: `In days, 1 to 365.` */
export function valueHelp({ rules, unit, valueType }: FieldRules): string | undefined {
  const characters = rangeText(rules?.minLength, rules?.maxLength, String);
  const parts = [
    unit === undefined ? undefined : `in ${unit}`,
    rules?.format && FORMAT_HELP[rules.format],
    rangeText(rules?.min, rules?.max, (value) => valueText(valueType, value)),
    characters === '' ? undefined : `${characters} characters`,
    rules?.hint ?? patternText(rules),
  ].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : `${capitalized(parts.join(', '))}.`;
}

function patternText(rules: PropertyRules | undefined): string | undefined {
  return rules?.pattern === undefined ? undefined : `like ${rules.pattern}`;
}
