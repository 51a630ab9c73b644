import { invalidRequest } from '../../../errors.ts';
import { printable, shorten } from '../../../util/printable.ts';

/** A token of a filter. `at`: its position, from 1. */
export type FilterToken = { readonly at: number } & (
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'sign'; readonly text: Sign }
);

const SIGNS = ['!=', '>=', '<=', '=', '>', '<', '(', ')', ','] as const;
export type Sign = (typeof SIGNS)[number];

/** Maximum characters of a filter. */
const LONGEST_FILTER = 4_000;

/** Splits a filter into words, quoted texts and signs. Throws INVALID_REQUEST for a quote without end. */
export function filterTokens(text: string): readonly FilterToken[] {
  if (text.length > LONGEST_FILTER) {
    throw filterError(`it has ${text.length} characters, more than ${LONGEST_FILTER}`);
  }
  const tokens: FilterToken[] = [];
  for (let i = 0; i < text.length;) {
    const rest = text.slice(i, i + 2);
    const sign = SIGNS.find((one) => rest.startsWith(one));
    const character = rest[0] ?? '';
    if (/\s/.test(character)) i++;
    else if (sign !== undefined) {
      tokens.push({ kind: 'sign', text: sign, at: i + 1 });
      i += sign.length;
    } else if (character === '"' || character === "'") {
      const { end, value } = quotedAt(text, i);
      tokens.push({ kind: 'word', text: value, isQuoted: true, at: i + 1 });
      i = end;
    } else {
      const end = wordEnd(text, i);
      tokens.push({ kind: 'word', text: text.slice(i, end), isQuoted: false, at: i + 1 });
      i = end;
    }
  }
  return tokens;
}

/** The text in quotes from `start` on; a backslash escapes a quote and a backslash. */
function quotedAt(text: string, start: number): { readonly value: string; readonly end: number } {
  const quote = text[start];
  let value = '';
  for (let i = start + 1; i < text.length; i++) {
    const next = text[i + 1];
    if (text[i] === quote) return { value, end: i + 1 };
    if (text[i] === '\\' && (next === '"' || next === "'" || next === '\\')) value += text[++i] ?? '';
    else value += text[i] ?? '';
  }
  throw filterError(`the quote at position ${start + 1} has no end`);
}

/** End of the word at `start`: at white space or a sign. The brackets of a urn belong to it. */
function wordEnd(text: string, start: number): number {
  let depth = 0;
  let i = start;
  for (; i < text.length; i++) {
    const character = text[i] ?? '';
    if (character === '(' && (depth > 0 || text[i - 1] === ':')) depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0 && /[\s()=!<>,'"]/.test(character)) break;
  }
  // A character that begins no word, such as a lone exclamation mark.
  return Math.max(i, start + 1);
}

/** The error for a filter that cannot be read. `reason`: without a full stop. */
export function filterError(reason: string): Error {
  return invalidRequest(
    `The filter cannot be read: ${reason}. Write conditions such as: entity_type = dataset AND (tag = PII OR owner IS NULL).`,
    'filter',
  );
}

/** A part of a filter in a message. */
export function quotedPart(text: string): string {
  return `'${printable(shorten(text, 80))}'`;
}
