import { decimalProblem, parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { entityTypeOf } from '../../../urls/urn.ts';
import type { Value } from '../../../shared/values/property-definition.ts';
import { brokenText, isEnforced } from '../../../shared/values/value-rules.ts';
import type { CellDefinition } from './cell-definition.ts';

/** Values of one cell; empty for none. */
export type Values = readonly Value[];

/** Values parsed from the text of a cell, or why it is invalid. */
export type Parsed = { readonly values: Values } | { readonly problem: string };

/**
 * Formats the text of a cell, which {@link parseCell} parses. Values are separated by `; `; a value with a semicolon or a
 * quotation mark is quoted.
 */
export function cellText(definition: CellDefinition, values: Values): string {
  if (!definition.isMultiple) return values.map(String).join('; ');
  return values.map((value) => quoted(String(value))).join('; ');
}

/** Parses the typed or pasted text of a cell. Empty text means no value. */
export function parseCell(definition: CellDefinition, text: string): Parsed {
  const values: Value[] = [];
  for (const part of parts(definition, text)) {
    if (part.trim() === '') continue;
    const parsed = parseValue(definition, part);
    if (typeof parsed === 'object') return parsed;
    if (!values.includes(parsed)) values.push(parsed);
  }
  return { values };
}

/** Why a rule refuses one of the values that are new in a cell; undefined if none does. Values that are there already may stay. */
export function refusedByRules(
  definition: CellDefinition,
  values: Values,
  before: Values,
): string | undefined {
  if (!isEnforced(definition)) return undefined;
  for (const value of values) {
    const broken = before.includes(value) ? undefined : brokenText(definition, value);
    if (broken !== undefined) return `${broken}.`;
  }
  return undefined;
}

/** Splits the text of a cell into unparsed values. */
export function parts({ isMultiple, valueType }: CellDefinition, text: string): readonly string[] {
  return isMultiple ? splitParts(text) : [valueType === 'rich_text' ? text : text.trim()];
}

/** Replaces the last value in the text, which is being typed, with a complete one. */
export function withLastPart(definition: CellDefinition, text: string, value: Value): string {
  if (!definition.isMultiple) return String(value);
  const given = splitParts(text).slice(0, -1);
  return [...given.map(quoted), quoted(String(value))].join('; ');
}

/** The value that is being typed: the last of several. */
export function lastPart(definition: CellDefinition, text: string): string {
  return definition.isMultiple ? (splitParts(text).at(-1) ?? '') : text.trim();
}

/** Whether two cells have the same values, in any order. */
export function areSameValues(some: Values, others: Values): boolean {
  return some.length === others.length && some.every((value) => others.includes(value));
}

function parseValue(definition: CellDefinition, text: string): Value | { readonly problem: string } {
  const { valueType, allowedValues, allowedTypes } = definition;
  if (allowedValues !== undefined) {
    const allowed =
      allowedValues.find((value) => String(value) === text) ??
      allowedValues.find((value) => String(value).toLowerCase() === text.toLowerCase());
    return allowed ?? { problem: `‘${shortened(text)}’ is not one of the allowed values.` };
  }
  switch (valueType) {
    case 'number': {
      const problem = decimalProblem(text.trim());
      if (problem !== undefined) return { problem };
      return parseDecimal(text) ?? { problem: `‘${shortened(text)}’ is not a number such as 1234.5.` };
    }
    case 'date':
      return isDay(text) ? text : { problem: `‘${shortened(text)}’ is not a date such as 2026-07-31.` };
    case 'urn': {
      const type = entityTypeOf(text);
      if (type === '') return { problem: `‘${shortened(text)}’ is not a urn.` };
      const names = allowedTypes.map(({ name }) => name);
      const isAllowed = names.length === 0 || names.some((name) => name.toLowerCase() === type.toLowerCase());
      return isAllowed ? text : { problem: `A ${type} is not allowed here, only ${names.join(', ')}.` };
    }
    default:
      return text;
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function quoted(text: string): string {
  return /[;"]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Splits at semicolons outside quotation marks, and removes the marks. */
function splitParts(text: string): string[] {
  const parts = [''];
  let isInside = false;
  for (const character of text) {
    if (character === '"') isInside = !isInside;
    if (character === ';' && !isInside) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  return parts.map((part) => {
    const trimmed = part.trim();
    const isQuoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
    return isQuoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed;
  });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
