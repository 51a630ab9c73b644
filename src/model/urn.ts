import { InvalidUrnError, invalidRequest } from '../errors.ts';
import { because } from '../refusals.ts';

declare const urnBrand: unique symbol;

/** Brand that distinguishes a urn from other strings. */
export interface UrnBrand {
  readonly [urnBrand]: true;
}

/** Identity of an entity, `urn:li:<entityType>:<key>`. Created by `parseUrn`, `formatUrn` and the type guard `isUrn`. */
export type Urn = string & UrnBrand;

/** Entity type and key of a urn. A tuple key has several parts, any other key has one. */
export interface UrnParts {
  readonly entityType: string;
  readonly key: readonly string[];
}

/** Maximum urn length of a stored entity, in UTF-8 bytes: DataHub's limit of the row key. References may be longer. */
export const MAX_URN_BYTES = 512;

/** Fast path for nearly all urns: a plain key or a flat tuple, without spaces and parentheses in the parts. */
const COMMON = /^urn:li:[A-Za-z][A-Za-z0-9]*:(?:[^\s()]+|\([^\s(),]+(?:,[^\s(),]+)+\))$/;

const PREFIX = 'urn:li:';

/** Whether the text is a well-formed urn without NUL and lone surrogates, which not every store can keep. */
export function isUrn(text: string): text is Urn {
  return (COMMON.test(text) || splitUrn(text) !== undefined) && text.isWellFormed() && !text.includes('\0');
}

/** Parses a urn. Throws INVALID_REQUEST if the text is not a urn. */
export function parseUrn(text: string): Urn {
  if (!isUrn(text)) {
    const form = `expected 'urn:li:<entityType>:<key>' with balanced parentheses and no surrounding white space`;
    throw new InvalidUrnError(text, form);
  }
  return text;
}

export function urnParts(urn: Urn): UrnParts {
  // A key of the common form has no parentheses except the enclosing ones, and no empty part.
  if (COMMON.test(urn)) return { entityType: entityTypeOf(urn), key: flatParts(urnKey(urn)) };
  const parts = splitUrn(urn);
  if (parts === undefined) throw invalidRequest(`Invalid urn!: ${urn}`, undefined, because('URN_INVALID'));
  return parts;
}

/** Entity type of a urn, in the case of the urn, which can differ from the registry's. */
export function entityTypeOf(urn: Urn): string {
  return urn.slice(PREFIX.length, urn.indexOf(':', PREFIX.length));
}

/** Everything after `urn:li:<entityType>:`. */
export function urnKey(urn: Urn): string {
  return urn.slice(urn.indexOf(':', PREFIX.length) + 1);
}

/** Builds a urn, with a tuple key for several key parts. Throws INVALID_REQUEST if the result is not a urn. */
export function formatUrn(entityType: string, ...key: readonly string[]): Urn {
  const [only = ''] = key;
  return parseUrn(`${PREFIX}${entityType}:${key.length > 1 ? `(${key.join(',')})` : only}`);
}

/** Compares by UTF-16 code units; all engines sort urns in this order. */
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

function flatParts(key: string): readonly string[] {
  return key.startsWith('(') ? key.slice(1, -1).split(',') : [key];
}

/** Splits `(a,b,c)` at top-level commas; undefined if parentheses are unbalanced or a part is empty. */
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
