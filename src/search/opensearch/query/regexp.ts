import { fieldPrefix, numbersPrefix } from '../document/terms.ts';

/** Escapes a text for OpenSearch regular expressions. */
export function escapeRegexp(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Matches all terms of a field. */
export function termsOfField(field: string): string {
  return `${escapeRegexp(fieldPrefix(field))}.*`;
}

/** Matches the number terms of a field. */
export function numbersOfField(field: string): string {
  return `${escapeRegexp(numbersPrefix(field))}.*`;
}

/** Matches the number terms of a field that are greater than `digits` (all 16 hexadecimal digits of a number). */
export function numbersAfter(field: string, digits: string): string {
  const greater = Array.from(digits, (digit, i) => {
    const next = (Number.parseInt(digit, 16) + 1).toString(16);
    return digit === 'f' ? [] : [`${digits.slice(0, i)}${digitsFrom(next)}.*`];
  }).flat();
  return `${escapeRegexp(numbersPrefix(field))}(${greater.join('|')})`;
}

function digitsFrom(digit: string): string {
  return digit < 'a' ? `[${digit}-9a-f]` : `[${digit}-f]`;
}
