import { invalidRequest } from '../errors.ts';

declare const urnBrand: unique symbol;

/** Identity of an entity, `urn:li:<entityType>:<key>`; only `parseUrn` and `formatUrn` make one. */
export type Urn = string & { readonly [urnBrand]: true };

/** The parts of a urn: a tuple key has several parts, any other key one. */
export interface UrnParts {
  readonly entityType: string;
  readonly key: readonly string[];
}

/** Longest urn of a stored entity, in UTF-8 bytes: the key of a row in DataHub's table. One referred to may be longer. */
export const MAX_URN_BYTES = 512;

/** Urns with a plain key or a flat tuple of parts that hold neither spaces nor parentheses: nearly all. */
const COMMON = /^urn:li:[A-Za-z][A-Za-z0-9]*:(?:[^\s()]+|\([^\s(),]+(?:,[^\s(),]+)+\))$/;

const PREFIX = 'urn:li:';

/** True when the text is a well-formed urn that every store keeps as it is: no NUL, no half of a surrogate pair. */
export function isUrn(text: string): text is Urn {
  return (COMMON.test(text) || splitUrn(text) !== undefined) && text.isWellFormed() && !text.includes('\0');
}

/** Checks a text that came from outside; throws INVALID_REQUEST with the text when it is no urn. */
export function parseUrn(text: string): Urn {
  if (!isUrn(text)) {
    throw invalidRequest(
      `Invalid urn!: ${text.toWellFormed()} (expected 'urn:li:<entityType>:<key>' with balanced parentheses and no surrounding spaces)`,
    );
  }
  return text;
}

/** Entity type and key parts of a urn. */
export function urnParts(urn: Urn): UrnParts {
  const parts = splitUrn(urn);
  if (parts === undefined) throw invalidRequest(`Invalid urn!: ${urn}`);
  return parts;
}

/** Entity type of a urn, as written (its case is the writer's). */
export function entityTypeOf(urn: Urn): string {
  return urn.slice(PREFIX.length, urn.indexOf(':', PREFIX.length));
}

/** Everything after `urn:li:<entityType>:`. */
export function urnKey(urn: Urn): string {
  return urn.slice(urn.indexOf(':', PREFIX.length) + 1);
}

/** Builds the urn of an entity; throws INVALID_REQUEST when a part breaks the form. */
export function formatUrn(entityType: string, ...key: readonly string[]): Urn {
  const [only = ''] = key;
  return parseUrn(`${PREFIX}${entityType}:${key.length > 1 ? `(${key.join(',')})` : only}`);
}

/** Order of urns: by UTF-16 code unit, the same in every engine's comparison of our texts. */
export function compareUrns(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function splitUrn(text: string): UrnParts | undefined {
  if (!text.startsWith(PREFIX) || text.trim() !== text) return undefined;
  const colon = text.indexOf(':', PREFIX.length);
  if (colon < 0) return undefined;
  const entityType = text.slice(PREFIX.length, colon);
  const key = text.slice(colon + 1);
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(entityType) || key === '') return undefined;
  const parts = key.startsWith('(') ? splitTuple(key) : isBalanced(key) ? [key] : undefined;
  return parts === undefined ? undefined : { entityType, key: parts };
}

/** Splits `(a,b,c)` at its top-level commas; undefined when the parentheses do not match. */
function splitTuple(key: string): string[] | undefined {
  if (!key.endsWith(')')) return undefined;
  const parts: string[] = [];
  let depth = 0;
  let start = 1;
  for (let i = 0; i < key.length; i++) {
    const character = key[i];
    if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth === 0 && i < key.length - 1) return undefined;
    if (depth === 1 && character === ',') {
      parts.push(key.slice(start, i));
      start = i + 1;
    }
  }
  if (depth !== 0) return undefined;
  parts.push(key.slice(start, -1));
  return parts.includes('') ? undefined : parts;
}

function isBalanced(key: string): boolean {
  let depth = 0;
  for (const character of key) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
