import { fieldPrefix, numbersPrefix } from '../document/terms.ts';

/** A text as a regular expression of the engine that matches just it. */
export function escapeRegexp(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** Terms of a field. */
export function termsOfField(field: string): string {
  return `${escapeRegexp(fieldPrefix(field))}.*`;
}

/** Terms of a field that are numbers. */
export function numbersOfField(field: string): string {
  return `${escapeRegexp(numbersPrefix(field))}.*`;
}

/** Those of the numbers with more than these digits, which are as many as all numbers have. */
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
