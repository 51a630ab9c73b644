import type { Criterion, Group, Operator } from '../../../shared/search/filters.ts';
import { DAY_MS, dayOf, dayOfMoment } from '../../../shared/search/days.ts';
import { capitalized } from '../../../api/names/capitalized.ts';
import { numberText } from '../../../components/number-text.ts';
import { valueLabel, type Field } from '../../../shared/search/fields.ts';

/** Words for operators: affirmed and negated. */
export const OPERATOR_WORDS: Readonly<Record<Operator, readonly [string, string]>> = {
  EQUAL: ['is', 'is not'],
  EXISTS: ['has a value', 'has no value'],
  CONTAIN: ['contains', 'does not contain'],
  START_WITH: ['starts with', 'does not start with'],
  END_WITH: ['ends with', 'does not end with'],
  GREATER_THAN: ['is more than', 'is not more than'],
  GREATER_THAN_OR_EQUAL_TO: ['is at least', 'is not at least'],
  LESS_THAN: ['is less than', 'is not less than'],
  LESS_THAN_OR_EQUAL_TO: ['is at most', 'is not at most'],
  DESCENDANTS_INCL: ['is or is below', 'is not and is not below'],
};

/** Words for dates, where they differ. */
const DATE_WORDS: Partial<Readonly<Record<Operator, readonly [string, string]>>> = {
  EQUAL: ['is on', 'is not on'],
  GREATER_THAN: ['is after', 'is not after'],
  GREATER_THAN_OR_EQUAL_TO: ['is on or after', 'is not on or after'],
  LESS_THAN: ['is before', 'is not before'],
  LESS_THAN_OR_EQUAL_TO: ['is on or before', 'is not on or before'],
};

/** Words for an operator on values of a kind. */
export function operatorWords(operator: Operator, { kind, phrases }: Field, isNegated: boolean): string {
  const words =
    phrases?.[operator] ?? (kind === 'date' ? DATE_WORDS[operator] : undefined) ?? OPERATOR_WORDS[operator];
  return words[isNegated ? 1 : 0];
}

/** Lengths of the past, in days, that have words of their own. */
export const RECENT_DAYS: readonly number[] = [7, 30, 90, 365];

/** First day of the last days, today included: `yyyy-MM-dd` in UTC. */
export function firstOfLast(days: number): string {
  return dayOf(Date.now() - days * DAY_MS);
}

/** The number of days that a condition on a date goes back; undefined if it is none of {@link RECENT_DAYS}. */
export function lastDaysOf({ operator, values, isNegated }: Criterion): number | undefined {
  if (operator !== 'GREATER_THAN_OR_EQUAL_TO' || isNegated) return undefined;
  const [from = ''] = values;
  return RECENT_DAYS.find((days) => firstOfLast(days) === dayOfMoment(from));
}

/** Lookups to describe conditions: fields by name, and display names of entities. */
export interface Wording {
  readonly fieldOf: (name: string) => Field;
  readonly nameOf: (urn: string) => string;
}

/** Describes a condition: `Platform is Snowflake or Kafka`. */
export function describeCriterion(
  { field, operator, values, isNegated }: Criterion,
  wording: Wording,
): string {
  const known = wording.fieldOf(field);
  const lastDays = known.kind === 'date' ? lastDaysOf({ field, operator, values, isNegated }) : undefined;
  if (lastDays !== undefined) return `${known.label} is in the last ${lastDays} days`;
  const words = operatorWords(operator, known, isNegated);
  const shown = values.slice(0, 4).map((value) => valueLabel(known, value, wording.nameOf));
  const more = values.length > 4 ? [`${numberText(values.length - 4)} more`] : [];
  const named = [...shown, ...more].join(' or ');
  const parts = known.phrases?.[operator] ? [capitalized(words), named] : [known.label, words, named];
  return parts.filter((part) => part !== '').join(' ');
}

/** Describes conditions joined by AND. */
export function describeGroup(group: Group, wording: Wording): string {
  return group.map((criterion) => describeCriterion(criterion, wording)).join(' and ');
}
