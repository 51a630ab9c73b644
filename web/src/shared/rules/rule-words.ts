import { counted } from '../../components/counted.ts';
import type { Criterion } from '../policies/policy-data.ts';
import type { Value } from '../values/property-value.ts';
import type { PropertyRules, RuleName, ValueFormat } from './property-rules.ts';

/** How values and conditions on entities are written. */
export interface RuleWording {
  readonly textOf: (value: Value) => string;
  readonly conditionsOf: (criteria: readonly Criterion[]) => string;
}

/** What a format is called, and a value that does not have it. */
export const FORMAT_WORDS: Readonly<Record<ValueFormat, readonly [is: string, isNot: string]>> = {
  INTEGER: ['Whole numbers', 'Not a whole number'],
  BOOLEAN: ['true or false', 'Neither true nor false'],
  DATETIME: ['Times in UTC, such as 2026-03-01T14:30:00Z', 'Not a time in UTC such as 2026-03-01T14:30:00Z'],
};

/** What is wrong where a rule is broken: `Above the maximum of 365 days`. */
export function violationText(
  rule: RuleName,
  rules: PropertyRules,
  { conditionsOf, textOf }: RuleWording,
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
      return `Refers to an entity that is not ${conditionsOf(refersTo)}`;
    case 'deprecated': {
      const next = value === undefined ? undefined : rules.deprecated.get(value);
      if (value === undefined) return 'Deprecated value';
      return next === undefined ? 'Deprecated' : `Deprecated: use ${textOf(next)}`;
    }
    case 'appliesIf':
      return `Only for assets ${conditionsOf(appliesIf)}`;
    case 'required':
      return 'Required, but without a value';
  }
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
