import type { Value } from '../values/property-value.ts';
import type { PropertyRules, RuleName, ValueFormat } from './property-rules.ts';

/** The rules that a value breaks, without patterns and references, which only the server judges. */
export function brokenRules(value: Value, rules: PropertyRules): readonly RuleName[] {
  const { deprecated, format, max, maxLength, min, minLength } = rules;
  const broken: RuleName[] = [];
  const isInFormat = format === undefined || hasFormat(value, format);
  if (!isInFormat) broken.push('format');
  if (isInFormat || format === 'INTEGER') {
    if (min !== undefined && isBelow(value, min)) broken.push('min');
    if (max !== undefined && isBelow(max, value)) broken.push('max');
  }
  if (typeof value === 'string' && (minLength !== undefined || maxLength !== undefined)) {
    const length = characters(value);
    if (length < (minLength ?? 0)) broken.push('minLength');
    if (length > (maxLength ?? Infinity)) broken.push('maxLength');
  }
  if (deprecated.has(value)) broken.push('deprecated');
  return broken;
}

/** Number of code points of a text, as the server counts them. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a number is less than another; days and times compare as texts. */
function isBelow(a: Value, b: Value): boolean {
  return typeof a === typeof b && a < b;
}

const TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Whether a value has the format. */
export function hasFormat(value: Value, format: ValueFormat): boolean {
  switch (format) {
    case 'INTEGER':
      return Number.isInteger(value);
    case 'BOOLEAN':
      return value === 'true' || value === 'false';
    case 'DATETIME':
      return TIME.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
  }
}
