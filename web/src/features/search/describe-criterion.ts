import type { Criterion, Group, Operator } from '../../shared/search/filters.ts';
import { valueLabel, type Field } from '../../shared/search/fields.ts';

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
  const words = OPERATOR_WORDS[operator][isNegated ? 1 : 0];
  const shown = values.slice(0, 4).map((value) => valueLabel(known, value, wording.nameOf));
  const more = values.length > 4 ? [`${(values.length - 4).toLocaleString('en')} more`] : [];
  return [known.label, words, [...shown, ...more].join(' or ')].filter((part) => part !== '').join(' ');
}

/** Describes conditions joined by AND. */
export function describeGroup(group: Group, wording: Wording): string {
  return group.map((criterion) => describeCriterion(criterion, wording)).join(' and ');
}
