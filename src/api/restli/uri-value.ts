import { invalidRequest } from '../../errors.ts';

/** A value in an address as Rest.li 2.0 writes it: a text, a list `List(a,b)` or a record `(name:value,...)`. */
export type UriValue = string | readonly UriValue[] | ReadonlyMap<string, UriValue>;

const LIST = 'List(';

/** Deepest nesting of lists and records; each level is gone through once more. */
const DEEPEST = 20;

/**
 * Reads the value of a query parameter or key, still percent-encoded. Inside a list or record each text is decoded on
 * its own, after it has been split, so that an encoded comma or parenthesis is part of the text. Clients that encode
 * the whole value once more are understood as well, and so are urns whose own parentheses were left as they are.
 */
export function parseUriValue(raw: string): UriValue {
  if (isComposite(raw)) return composite(raw, 1);
  const text = decoded(raw);
  return isComposite(text) ? composite(text, 1) : text;
}

/** The texts of a list; a single text is a list of one. Throws INVALID_REQUEST for anything else, naming the place. */
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
  if (depth > DEEPEST) throw invalidRequest(`Lists and records may be nested ${DEEPEST} deep, no deeper.`);
  if (text.startsWith(LIST)) {
    return split(text.slice(LIST.length, -1)).map((item) => element(item, depth));
  }
  return new Map(
    split(text.slice(1, -1)).map((member) => {
      const colon = member.indexOf(':');
      if (colon < 0) throw invalidRequest(`${member} is no member of a record: write (name:value,...).`);
      return [decoded(member.slice(0, colon)), element(member.slice(colon + 1), depth)];
    }),
  );
}

/** An element that is no list or record itself; a lone pair of quotes is how an empty text is written. */
function element(text: string, depth: number): UriValue {
  if (isComposite(text)) return composite(text, depth + 1);
  return text === "''" ? '' : decoded(text);
}

/** Splits at commas that no parentheses enclose. */
function split(text: string): readonly string[] {
  if (text === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
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
