import { decimalProblem, parseDecimal } from '../../../../../src/util/decimal-number.ts';
import type { Criterion } from '../../../shared/policies/policy-data.ts';
import {
  objectOf,
  rulesOf,
  storedCriteria,
  type PropertyRules,
  type RuleLevel,
} from '../../../shared/rules/property-rules.ts';
import { inheritMember, inheritanceOf, type Inheritance } from './inheritance.ts';
import type { Aspect } from './stored-property.ts';
import { isDateType, isNumberType, isTextType, isUrnType } from './value-types.ts';

/** A value that should no longer be used, and the one in its place; '' for none. */
export interface DeprecatedRow {
  readonly value: string;
  readonly replacedBy: string;
}

/** Form state of rules: values and numbers are texts, '' for none. */
export interface RulesDraft
  extends
    Pick<PropertyRules, 'appliesIf' | 'appliesIfLevel' | 'refersTo' | 'requiredLevel' | 'valueLevel'>,
    Inheritance {
  readonly format: string;
  readonly min: string;
  readonly max: string;
  readonly pattern: string;
  readonly hint: string;
  readonly minLength: string;
  readonly maxLength: string;
  readonly deprecated: readonly DeprecatedRow[];
}

/** Form state of the stored aspect. */
export function rulesDraftOf(aspect: Aspect | undefined): RulesDraft {
  const rules = rulesOf(aspect);
  const text = (value: string | number | undefined): string => (value === undefined ? '' : String(value));
  const { appliesIf, appliesIfLevel, refersTo, requiredLevel, valueLevel } = rules;
  return {
    appliesIf,
    appliesIfLevel,
    refersTo,
    requiredLevel,
    valueLevel,
    ...inheritanceOf(aspect),
    format: text(rules.format),
    min: text(rules.min),
    max: text(rules.max),
    pattern: text(rules.pattern),
    hint: text(rules.hint),
    minLength: text(rules.minLength),
    maxLength: text(rules.maxLength),
    deprecated: [...rules.deprecated].map(([value, next]) => ({
      value: text(value),
      replacedBy: text(next),
    })),
  };
}

type TextRule = 'format' | 'min' | 'max' | 'pattern' | 'hint' | 'minLength' | 'maxLength';

/** The rules that values of a type and format can have. */
export function fittingRules(valueType: string, format: string): ReadonlySet<TextRule | 'refersTo'> {
  if (isNumberType(valueType)) return new Set(['format', 'min', 'max']);
  if (isDateType(valueType)) return new Set(['min', 'max']);
  if (isUrnType(valueType)) return new Set(['refersTo']);
  if (!isTextType(valueType)) return new Set();
  const isPlain = valueType.endsWith('.string');
  if (isPlain && format === 'BOOLEAN') return new Set(['format']);
  if (isPlain && format === 'DATETIME') return new Set(['format', 'min', 'max']);
  const ofTexts = ['pattern', 'hint', 'minLength', 'maxLength'] as const;
  return new Set(isPlain ? ['format', ...ofTexts] : ofTexts);
}

/** Formats that values of a type can have, besides none. */
export function formatsOf(valueType: string): readonly { readonly value: string; readonly label: string }[] {
  if (isNumberType(valueType)) return [{ value: 'INTEGER', label: 'Whole number' }];
  return [
    { value: 'BOOLEAN', label: 'Yes or no: true, false' },
    { value: 'DATETIME', label: 'Date and time in UTC' },
  ];
}

/** Whether the draft has a rule of values, whose level then applies. */
export function hasValueRules({ valueType, rules }: Subject): boolean {
  const fitting = fittingRules(valueType, rules.format);
  return (
    rules.deprecated.some(({ value }) => value !== '') ||
    TEXT_RULES.some((rule) => rule !== 'hint' && fitting.has(rule) && rules[rule].trim() !== '') ||
    (fitting.has('refersTo') && rules.refersTo.length > 0)
  );
}

interface Subject {
  /** Urn of a data type. */
  readonly valueType: string;
  readonly rules: RulesDraft;
}

const TEXT_RULES = ['format', 'min', 'max', 'pattern', 'hint', 'minLength', 'maxLength'] as const;

/**
 * Converts a draft to the aspect `structuredPropertyRules`. Leaves out rules that do not fit the type; keeps members of `before` that
 * the form does not have.
 */
export function rulesAspectOf({ rules, valueType }: Subject, before: Aspect = {}): Aspect {
  const { appliesIf, deprecatedValues: _, inherit: inheritBefore, required, values, ...others } = before;
  const known = new Set<string>([...TEXT_RULES, 'level', 'refersTo']);
  const kept = Object.fromEntries(Object.entries(objectOf(values)).filter(([member]) => !known.has(member)));
  const fitting = fittingRules(valueType, rules.format);
  const given = TEXT_RULES.flatMap((rule): [string, unknown][] => {
    const text = rule === 'pattern' ? rules[rule] : rules[rule].trim();
    const isLost = rule === 'hint' && rules.pattern === '';
    return fitting.has(rule) && text !== '' && !isLost ? [[rule, storedRule(rule, text, valueType)]] : [];
  });
  const refersTo = fitting.has('refersTo') && rules.refersTo.length > 0;
  const ofValues = {
    ...kept,
    ...Object.fromEntries(given),
    ...(refersTo && { refersTo: { criteria: storedCriteria(rules.refersTo) } }),
  };
  const deprecated = rules.deprecated.filter(({ value }) => value !== '');
  const inherit = inheritMember(rules, inheritBefore);
  const hasLevel = hasValueRules({ rules, valueType }) || Object.keys(kept).length > 0;
  return {
    ...others,
    ...(hasLevel && { values: { ...ofValues, level: rules.valueLevel } }),
    ...(rules.appliesIf.length > 0 && {
      appliesIf: {
        ...objectOf(appliesIf),
        criteria: storedCriteria(rules.appliesIf),
        level: rules.appliesIfLevel,
      },
    }),
    ...(rules.requiredLevel !== undefined && {
      required: { ...objectOf(required), level: rules.requiredLevel },
    }),
    ...(deprecated.length > 0 && {
      deprecatedValues: deprecated.map(({ replacedBy, value }) => ({
        value: storedValue(value, valueType),
        ...(replacedBy !== '' && { replacedBy: storedValue(replacedBy, valueType) }),
      })),
    }),
    ...(inherit && { inherit }),
  };
}

function storedRule(rule: TextRule, text: string, valueType: string): unknown {
  if (rule === 'min' || rule === 'max') return storedValue(text, valueType);
  return rule === 'minLength' || rule === 'maxLength' ? Number(text) : text;
}

/** A value in the API's format. Sends an invalid number as text, so that the server reports the problem. */
export function storedValue(value: string, valueType: string): Aspect {
  const number = isNumberType(valueType) ? parseDecimal(value) : undefined;
  return number === undefined ? { string: value } : { double: number };
}

/** Maximum length of a pattern, and of its hint. */
const LONGEST = { pattern: 256, hint: 500 };

const TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** What is wrong with the rules, by member; the server judges the rest. */
export function ruleProblems({ rules, valueType }: Subject): ReadonlyMap<keyof RulesDraft, string> {
  const fitting = fittingRules(valueType, rules.format);
  const isNumber = isNumberType(valueType);
  const found = new Map<keyof RulesDraft, string>();
  const check = (member: keyof RulesDraft, isWrong: boolean, words: string): void => {
    if (isWrong && !found.has(member)) found.set(member, words);
  };
  for (const member of ['min', 'max'] as const) {
    const text = rules[member].trim();
    if (text === '' || !fitting.has(member)) continue;
    if (isNumber)
      check(member, parseDecimal(text) === undefined, decimalProblem(text) ?? 'Enter a number, such as 1.');
    else if (rules.format === 'DATETIME')
      check(member, !TIME.test(text), 'Enter a time in UTC, such as 2026-03-01T14:30:00Z.');
  }
  const [min, max] = [rules.min.trim(), rules.max.trim()];
  const isReversed = isNumber ? (parseDecimal(min) ?? 0) > (parseDecimal(max) ?? 0) : min > max;
  check(
    'min',
    fitting.has('min') && min !== '' && max !== '' && isReversed,
    'Must not be above the maximum.',
  );
  for (const member of ['minLength', 'maxLength'] as const) {
    const isWhole = /^\d{1,9}$/.test(rules[member].trim());
    check(
      member,
      fitting.has(member) && rules[member].trim() !== '' && !isWhole,
      'Enter a whole number from 0.',
    );
  }
  const [least, most] = [rules.minLength.trim(), rules.maxLength.trim()];
  check(
    'minLength',
    fitting.has('minLength') && least !== '' && most !== '' && Number(least) > Number(most),
    'Must not be above the maximum length.',
  );
  for (const member of ['pattern', 'hint'] as const) {
    const { length } = rules[member];
    const most = LONGEST[member];
    check(
      member,
      fitting.has(member) && length > most,
      `Has ${length} characters, more than ${most}. Shorten it.`,
    );
  }
  const isEmpty = ({ propertyUrn, field, values }: Criterion): boolean =>
    values.length === 0 || (field === 'STRUCTURED_PROPERTY' && propertyUrn === undefined);
  check('appliesIf', rules.appliesIf.some(isEmpty), 'Each condition needs a value.');
  check('refersTo', fitting.has('refersTo') && rules.refersTo.some(isEmpty), 'Each condition needs a value.');
  const old = rules.deprecated.map(({ value }) => value).filter((value) => value !== '');
  check('deprecated', new Set(old).size < old.length, 'A value is listed twice. List it once.');
  check(
    'deprecated',
    rules.deprecated.some(({ replacedBy }) => replacedBy !== '' && old.includes(replacedBy)),
    'A replacement is deprecated itself. Choose another value.',
  );
  return found;
}

/** Choices of levels, with what each does. */
export const VALUE_LEVELS: readonly LevelChoice[] = [
  { value: 'REPORT', label: 'Report', help: 'Every value is accepted. Violations are counted.' },
  {
    value: 'WARN',
    label: 'Warn',
    help: 'Every value is accepted, with a warning. Strict requests are refused.',
  },
  {
    value: 'ENFORCE',
    label: 'Enforce',
    help: 'Nobody can enter a value that breaks a rule. Values that are there already stay.',
  },
];

/** Choices of levels of a required property. */
export const REQUIRED_LEVELS: readonly LevelChoice[] = [
  { value: 'REPORT', label: 'Report', help: 'Assets without a value are counted.' },
  {
    value: 'WARN',
    label: 'Warn',
    help: 'Saving properties of an asset without a value gives a warning. Strict requests are refused.',
  },
  {
    value: 'ENFORCE',
    label: 'Enforce',
    help: 'Properties of an asset cannot be saved without a value. Creating and moving assets stays possible.',
  },
];

export interface LevelChoice {
  readonly value: RuleLevel;
  readonly label: string;
  readonly help: string;
}
