import type { PropertyRules, RuleLevel } from './property-rules.ts';
import { FORMAT_WORDS, rangeText, type RuleWording } from './rule-words.ts';

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

/** The rules of a property as facts, with their levels; empty without rules. */
export function ruleFacts(
  rules: PropertyRules,
  { conditionsOf, textOf }: RuleWording,
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
    ...given('Must be', conditionsOf(refersTo)),
    ...given('Deprecated', old.join(', ')),
  ];
  return [
    ...ofValues,
    ...(ofValues.length > 0 ? [{ label: 'Invalid values', value: CONSEQUENCES[rules.valueLevel] }] : []),
    ...(appliesIf.length > 0
      ? given('Only for assets', `${conditionsOf(appliesIf)} (${LEVEL_WORDS[appliesIfLevel].toLowerCase()})`)
      : []),
    ...given(
      'Required',
      requiredLevel === undefined ? '' : `Yes (${LEVEL_WORDS[requiredLevel].toLowerCase()})`,
    ),
  ];
}

/** Whether there is any rule. */
export function hasRules(rules: PropertyRules): boolean {
  return (
    ruleFacts(rules, { textOf: String, conditionsOf: (criteria) => String(criteria.length || '') }).length > 0
  );
}

/** Urns in the criteria of rules, whose names are shown. */
export function urnsInRules({ appliesIf, refersTo }: PropertyRules): readonly string[] {
  return [...appliesIf, ...refersTo]
    .flatMap(({ propertyUrn = '', values }) => [propertyUrn, ...values])
    .filter((value) => value.startsWith('urn:li:'));
}
