import type { Column } from '../document/columns.ts';
import { numbersPrefix } from '../document/terms.ts';

/** Escapes a text for OpenSearch regular expressions. */
export function escapeRegexp(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Restricts an aggregation of a column to the terms of its field; empty for an own column, which has no others. */
export function onlyTermsOf({ prefix }: Column): { readonly include?: string } {
  return prefix === '' ? {} : { include: `${escapeRegexp(prefix)}.*` };
}

/** Matches the number terms of a column with this prefix. */
export function numbersOf(prefix: string): string {
  return `${escapeRegexp(numbersPrefix(prefix))}.*`;
}

/** Matches the number terms that are greater than `digits` (all 16 hexadecimal digits of a number). */
export function numbersAfter(prefix: string, digits: string): string {
  const greater = Array.from(digits, (digit, i) => {
    const next = (Number.parseInt(digit, 16) + 1).toString(16);
    return digit === 'f' ? [] : [`${digits.slice(0, i)}${digitsFrom(next)}.*`];
  }).flat();
  return `${escapeRegexp(numbersPrefix(prefix))}(${greater.join('|')})`;
}

function digitsFrom(digit: string): string {
  return digit < 'a' ? `[${digit}-9a-f]` : `[${digit}-f]`;
}
