import { invalidRequest } from '../../errors.ts';

/** A value in a URL in Rest.li 2.0 syntax: a text, a list `List(a,b)` or a record `(name:value,...)`. */
export type UriValue = string | readonly UriValue[] | ReadonlyMap<string, UriValue>;

const LIST = 'List(';

/** Maximum nesting of lists and records; parsing time grows with each level. */
const DEEPEST = 20;

/**
 * Parses the percent-encoded value of a query parameter or key. Lists and records are split before their texts are
 * decoded, so an encoded comma or parenthesis is part of the text. Also accepts values that are encoded twice as a
 * whole, and urns with unencoded parentheses. Throws INVALID_REQUEST for invalid encoding or more than 20 levels.
 */
export function parseUriValue(raw: string): UriValue {
  if (isComposite(raw)) return composite(raw, 1);
  const text = decoded(raw);
  return isComposite(text) ? composite(text, 1) : text;
}

/** Throws INVALID_REQUEST for lists nested more than 20 deep, without parsing them. */
export function refuseDeepLists(raw: string): void {
  if (raw.includes(LIST.repeat(DEEPEST + 1))) throw tooDeep();
}

function tooDeep(): Error {
  return invalidRequest(`Lists and records may be nested at most ${DEEPEST} levels deep.`);
}

/**
 * The texts of a list; a text is a list of one, '' an empty list. Throws INVALID_REQUEST with `at` for other values.
 */
export function uriTexts(value: UriValue, at: string): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (value instanceof Map) throw invalidRequest(`${at} must be a list such as List(a,b).`);
  return [...value].map((item) => {
    if (typeof item !== 'string') throw invalidRequest(`${at} must be a list of texts such as List(a,b).`);
    return item;
  });
}

function isComposite(text: string): boolean {
  return text.endsWith(')') && (text.startsWith(LIST) || /^\([A-Za-z]\w*:/.test(text));
}

function composite(text: string, depth: number): UriValue {
  if (depth > DEEPEST) throw tooDeep();
  if (text.startsWith(LIST)) {
    return split(text.slice(LIST.length, -1)).map((item) => element(item, depth));
  }
  return new Map(
    split(text.slice(1, -1)).map((member) => {
      const colon = member.indexOf(':');
      if (colon < 0) throw invalidRequest(`'${member}' is not a member of a record. Write (name:value,...).`);
      return [decoded(member.slice(0, colon)), element(member.slice(colon + 1), depth)];
    }),
  );
}

/** Parses an element of a list or record; two quotes mean an empty text. */
function element(text: string, depth: number): UriValue {
  if (isComposite(text)) return composite(text, depth + 1);
  return text === "''" ? '' : decoded(text);
}

/** Splits at commas outside parentheses. */
function split(text: string): readonly string[] {
  if (text === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  // Several times faster than a loop over characters; every level of nesting is scanned again.
  for (const { 0: character, index } of text.matchAll(/[(),]/g)) {
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalidRequest(`${text} is not valid percent-encoded UTF-8. Write a literal % as %25.`);
  }
}
