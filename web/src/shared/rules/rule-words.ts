import { counted } from '../../components/counted.ts';
import { criteriaText } from '../policies/policy-sentence.ts';
import type { Value } from '../values/property-value.ts';
import type { PropertyRules, RuleLevel, RuleName, ValueFormat } from './property-rules.ts';

/** How values and names of entities are written. */
export interface RuleWording {
  readonly textOf: (value: Value) => string;
  readonly nameOf: (urn: string) => string;
}

/** What the levels are called. */
export const LEVEL_WORDS: Readonly<Record<RuleLevel, string>> = {
  REPORT: 'Report',
  WARN: 'Warn',
  ENFORCE: 'Enforce',
};

/** Result of writing a value that breaks a rule. */
const CONSEQUENCES: Readonly<Record<RuleLevel, string>> = {
  REPORT: 'Accepted and counted',
  WARN: 'Accepted with a warning',
  ENFORCE: 'Refused',
};

const FORMAT_WORDS: Readonly<Record<ValueFormat, readonly [is: string, isNot: string]>> = {
  INTEGER: ['Whole numbers', 'Not a whole number'],
  BOOLEAN: ['true or false', 'Neither true nor false'],
  DATETIME: ['Times in UTC, such as 2026-03-01T14:30:00Z', 'Not a time in UTC such as 2026-03-01T14:30:00Z'],
};

/** What is wrong where a rule is broken: `Above the maximum of 365 days`. */
export function violationText(
  rule: RuleName,
  rules: PropertyRules,
  { nameOf, textOf }: RuleWording,
  value?: Value,
): string {
  const { appliesIf, format, hint, max, maxLength, min, minLength, pattern, refersTo } = rules;
  switch (rule) {
    case 'format':
      return FORMAT_WORDS[format ?? 'INTEGER'][1];
    case 'min':
      return `Below the minimum of ${textOf(min ?? '')}`;
    case 'max':
      return `Above the maximum of ${textOf(max ?? '')}`;
    case 'pattern':
      return hint === undefined ? `Does not match the pattern ${pattern ?? ''}` : `Expected: ${hint}`;
    case 'minLength':
      return `Shorter than ${counted(minLength ?? 0, 'character')}`;
    case 'maxLength':
      return `Longer than ${counted(maxLength ?? 0, 'character')}`;
    case 'refersTo':
      return `Refers to an entity that is not ${criteriaText(refersTo, nameOf)}`;
    case 'deprecated': {
      const next = value === undefined ? undefined : rules.deprecated.get(value);
      if (value === undefined) return 'Deprecated value';
      return next === undefined ? 'Deprecated' : `Deprecated: use ${textOf(next)}`;
    }
    case 'appliesIf':
      return `Only for assets ${criteriaText(appliesIf, nameOf)}`;
    case 'required':
      return 'Required, but without a value';
  }
}

/** The rules of a property as facts, with their levels; empty without rules. */
export function ruleFacts(
  rules: PropertyRules,
  { nameOf, textOf }: RuleWording,
): readonly { readonly label: string; readonly value: string }[] {
  const { appliesIf, appliesIfLevel, deprecated, format, hint, pattern, refersTo, requiredLevel } = rules;
  const old = [...deprecated].map(([value, next]) =>
    next === undefined ? textOf(value) : `${textOf(value)} (use ${textOf(next)})`,
  );
  const given = (label: string, value: string): { label: string; value: string }[] =>
    value === '' ? [] : [{ label, value }];
  const ofValues = [
    ...given('Format', format === undefined ? '' : FORMAT_WORDS[format][0]),
    ...given('Range', rangeText(rules.min, rules.max, textOf)),
    ...given('Pattern', hint ?? pattern ?? ''),
    ...given('Characters', rangeText(rules.minLength, rules.maxLength, String)),
    ...given('Must be', criteriaText(refersTo, nameOf)),
    ...given('Deprecated', old.join(', ')),
  ];
  return [
    ...ofValues,
    ...(ofValues.length > 0 ? [{ label: 'Invalid values', value: CONSEQUENCES[rules.valueLevel] }] : []),
    ...(appliesIf.length > 0
      ? given(
          'Only for assets',
          `${criteriaText(appliesIf, nameOf)} (${LEVEL_WORDS[appliesIfLevel].toLowerCase()})`,
        )
      : []),
    ...given(
      'Required',
      requiredLevel === undefined ? '' : `Yes (${LEVEL_WORDS[requiredLevel].toLowerCase()})`,
    ),
  ];
}

/** A range in words: `1 to 365 days`, `from 1`, `up to 365`; '' without bounds. */
export function rangeText(
  min: Value | undefined,
  max: Value | undefined,
  textOf: (value: Value) => string,
): string {
  if (min === undefined) return max === undefined ? '' : `up to ${textOf(max)}`;
  return max === undefined ? `from ${textOf(min)}` : `${textOf(min)} to ${textOf(max)}`;
}

/** Urns in the criteria of rules, whose names are shown. */
export function urnsInRules({ appliesIf, refersTo }: PropertyRules): readonly string[] {
  return [...appliesIf, ...refersTo]
    .flatMap(({ propertyUrn = '', values }) => [propertyUrn, ...values])
    .filter((value) => value.startsWith('urn:li:'));
}
