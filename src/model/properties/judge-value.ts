import { parseDecimal } from '../../util/decimal-number.ts';
import {
  scalarOf,
  type PropertyDefinition,
  type PropertyValue,
  type ValueType,
} from '../structured-property.ts';
import type { PropertyRules, ValueFormat, ValueRule } from './property-rules.ts';
import { valueKey, valueText } from './property-value.ts';
import { parseDay } from './scalar-text.ts';

/** Whether the whole text matches the pattern. */
export type MatchPattern = (pattern: string, text: string) => boolean;

/** Maximum length of a text that a pattern reads, in UTF-16 units; a longer one does not match. */
export const LONGEST_MATCHED = 1_024;

/** A rule that one value can break; `refersTo` depends on another entity. */
export type RuleOfValue = Exclude<ValueRule, 'refersTo'>;

/**
 * The rules that a value of the property's type breaks, in the order of `VALUE_RULES`; those about other entities are not
 * judged. Bounds of times are judged only in the format that they have.
 */
export function brokenRules(
  value: PropertyValue,
  rules: PropertyRules,
  { valueType }: Pick<PropertyDefinition, 'valueType'>,
  matches: MatchPattern,
): readonly RuleOfValue[] {
  const broken: RuleOfValue[] = [];
  const { deprecated, format, max, maxLength, min, minLength, pattern } = rules;
  const isInFormat = format === undefined || hasFormat(value, format);
  if (!isInFormat) broken.push('format');
  if (isInFormat || format === 'INTEGER') {
    if (min !== undefined && isBelow(value, min, valueType)) broken.push('min');
    if (max !== undefined && isBelow(max, value, valueType)) broken.push('max');
  }
  if ('string' in value) {
    if (pattern !== undefined && !matchesWhole(value.string, pattern, matches)) broken.push('pattern');
    const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value.string);
    if (minLength !== undefined && length < minLength) broken.push('minLength');
    if (maxLength !== undefined && length > maxLength) broken.push('maxLength');
  }
  if (deprecated.has(valueKey(value))) broken.push('deprecated');
  return broken;
}

function matchesWhole(text: string, pattern: string, matches: MatchPattern): boolean {
  return text.length <= LONGEST_MATCHED && matches(pattern, text);
}

/** Whether `a` is less than `b`: as numbers, else as texts. Days and times sort as texts. */
function isBelow(a: PropertyValue, b: PropertyValue, valueType: ValueType | undefined): boolean {
  const [left, right] = [scalarOf(a), scalarOf(b)];
  if (valueType !== 'number') return String(left) < String(right);
  const [first, second] = [left, right].map((scalar) =>
    typeof scalar === 'number' ? scalar : parseDecimal(scalar),
  );
  return first !== undefined && second !== undefined && first < second;
}

const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Whether a value has the format. */
export function hasFormat(value: PropertyValue, format: ValueFormat): boolean {
  const scalar = scalarOf(value);
  switch (format) {
    case 'INTEGER':
      return Number.isInteger(typeof scalar === 'number' ? scalar : parseDecimal(scalar));
    case 'BOOLEAN':
      return scalar === 'true' || scalar === 'false';
    case 'DATETIME': {
      const [, day] = TIME.exec(String(scalar)) ?? [];
      return day !== undefined && parseDay(day) !== undefined;
    }
  }
}

/** The number of code points of a text. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** What is wrong with a value that breaks a rule, and the remedy; begins with `value: `. */
export function ruleText(rule: RuleOfValue, value: PropertyValue, rules: PropertyRules): string {
  return `value: ${valueText(value)} ${WORDS[rule](rules, value)}`;
}

const WORDS: Readonly<Record<RuleOfValue, (rules: PropertyRules, value: PropertyValue) => string>> = {
  format: ({ format }) => FORMAT_WORDS[format ?? 'INTEGER'],
  min: ({ min }) => `is below the minimum ${plain(min)}. Use a value from ${plain(min)}.`,
  max: ({ max }) => `is above the maximum ${plain(max)}. Use a value up to ${plain(max)}.`,
  pattern: ({ hint, pattern }, value) =>
    'string' in value && value.string.length > LONGEST_MATCHED
      ? `is longer than ${LONGEST_MATCHED} characters, so it does not match the pattern ${pattern}. Shorten it.`
      : `does not match the pattern ${pattern}. ${hint === undefined ? 'Use a value that does.' : `Expected: ${hint}.`}`,
  minLength: ({ minLength }) => `is shorter than ${minLength} characters. Use a longer value.`,
  maxLength: ({ maxLength }) => `is longer than ${maxLength} characters. Use a shorter value.`,
  deprecated: ({ deprecated }, value) => {
    const next = deprecated.get(valueKey(value));
    return `is deprecated. ${next === undefined ? 'Use another value.' : `Use ${valueText(next)}.`}`;
  },
};

const FORMAT_WORDS: Readonly<Record<ValueFormat, string>> = {
  INTEGER: 'should be a whole number. Send one without a fraction.',
  BOOLEAN: 'should be true or false. Send one of these texts.',
  DATETIME:
    'should be a time with format YYYY-MM-DDThh:mm:ssZ. Send it in UTC, such as 2026-03-01T14:30:00Z.',
};

/** A bound as in the aspects: `365.0`, `2026-01-01`. */
function plain(bound: PropertyValue | undefined): string {
  return bound === undefined
    ? ''
    : valueText(bound)
        .slice(1, -1)
        .replace(/^(string|double)=/, '');
}
