import { createHash } from 'node:crypto';
import { hash53 } from '../../../util/fingerprint.ts';
import { foldCase } from '../../text/analyzer.ts';

/**
 * Encoding of values as OpenSearch terms. Terms are ordered by UTF-8 bytes and must not contain lone surrogates; texts
 * of the catalog are any UTF-16, ordered by unit. Four control characters are reserved as delimiters and escaped in
 * encoded texts.
 */
const END_OF_FIELD = '\0';
const ESCAPE = '\x01';
/** Separates the words of one text. */
export const END_OF_WORD = '\x02';
const BEFORE_DIGEST = '\x03';
/** Separates a word from its impact. Not in any term: encoded texts do not contain it, and it is not a letter. */
export const BEFORE_IMPACT = '\uffff';
/** Separates the values of a pair. Less than any encoded character, so that shorter values sort first. */
export const BETWEEN_VALUES = '\0';

const FIRST_SURROGATE = 0xd800;
/**
 * Units from here on are encoded as four-byte code points, because the surrogates occupy 2,048 of the three-byte ones.
 */
const FIRST_BEYOND = 0xf800;
const SURROGATES = 0x800;
const RESERVED = 4;
const BEYOND = 0x10000;

/** Characters that may need encoding; texts without them are their own encoding. */
const NOT_PLAIN = /[\p{Cc}\p{Surrogate}\ue000-\u{10ffff}]/u;
const CONTROL_OR_LONE = /[\p{Cc}\p{Surrogate}]/u;
const EACH_CONTROL_OR_LONE = /[\p{Cc}\p{Surrogate}]/gu;

/** Tags of values: numbers sort before texts. */
const NUMBER_TAG = 'n';
const TEXT_TAG = 't';
/** Sorts after every encoded value, which begins with its tag; `BEFORE_VALUES` sorts before. */
export const AFTER_VALUES = 'z';
export const BEFORE_VALUES = '';

/** Maximum length of texts that fit into a term together with any field name. */
const SURE_TO_FIT = 4096;

/** Maximum term length of OpenSearch, in bytes. */
const MAX_TERM_BYTES = 32_766;
const DIGEST_LENGTH = 64;

/** Encodes a text injectively, so that encoded texts sort by bytes as the originals by UTF-16 unit. */
export function encodeText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  let encoded = '';
  for (let i = 0; i < text.length; i++) encoded += encodeUnit(text.charCodeAt(i));
  return encoded;
}

function encodeUnit(unit: number): string {
  if (unit < RESERVED) return ESCAPE + String.fromCharCode(unit + RESERVED);
  if (unit < FIRST_SURROGATE) return String.fromCharCode(unit);
  return String.fromCodePoint(unit < FIRST_BEYOND ? unit + SURROGATES : unit - FIRST_BEYOND + BEYOND);
}

/** Inverse of `encodeText`; for a text truncated to fit a term, its beginning. */
export function decodeText(encoded: string): string {
  if (!NOT_PLAIN.test(encoded)) return encoded;
  let text = '';
  let isEscaped = false;
  for (const character of encoded) {
    if (character === BEFORE_DIGEST) break;
    const code = character.codePointAt(0) ?? 0;
    if (character === ESCAPE) isEscaped = true;
    else if (isEscaped) {
      text += String.fromCharCode(code - RESERVED);
      isEscaped = false;
    } else text += decodePoint(code);
  }
  return text;
}

function decodePoint(code: number): string {
  if (code < FIRST_SURROGATE) return String.fromCharCode(code);
  return String.fromCharCode(code < BEYOND ? code - SURROGATES : code - BEYOND + FIRST_BEYOND);
}

/** Encodes a number as 16 hexadecimal digits that sort like the numbers; -0 becomes 0. */
export function encodeNumber(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number === 0 ? 0 : number);
  const bits = bytes.readBigUInt64BE();
  const isNegative = bits >> 63n === 1n;
  bytes.writeBigUInt64BE(BigInt.asUintN(64, isNegative ? ~bits : bits | (1n << 63n)));
  return bytes.toString('hex');
}

/** Inverse of `encodeNumber`. */
export function decodeNumber(digits: string): number {
  const bytes = Buffer.from(digits, 'hex');
  const bits = bytes.readBigUInt64BE();
  const isNegative = bits >> 63n === 0n;
  bytes.writeBigUInt64BE(BigInt.asUintN(64, isNegative ? ~bits : bits & ~(1n << 63n)));
  return bytes.readDoubleBE();
}

/** Prefix of all terms of a field. */
export function fieldPrefix(field: string): string {
  return encodeText(field) + END_OF_FIELD;
}

/** Prefix of the number terms of a column with this prefix. */
export function numbersPrefix(prefix: string): string {
  return prefix + NUMBER_TAG;
}

/** Prefix of the text terms of a column with this prefix. */
export function textsPrefix(prefix: string): string {
  return prefix + TEXT_TAG;
}

/** Smallest string greater than every term with this prefix. */
export function afterPrefix(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}

/** Term of an exact value in a column with this prefix. */
export function valueTerm(prefix: string, value: string | number): string {
  return typeof value === 'number'
    ? numbersPrefix(prefix) + encodeNumber(value)
    : fitted(textsPrefix(prefix) + encodeText(value));
}

/** Decodes the part of a value term after the column's prefix. */
export function decodeValue(encoded: string): string | number {
  const rest = encoded.slice(1);
  return encoded.startsWith(NUMBER_TAG) ? decodeNumber(rest) : decodeText(rest);
}

/** Decodes two values separated by `BETWEEN_VALUES`. */
export function decodePair(encoded: string): readonly (string | number)[] {
  return encoded.split(BETWEEN_VALUES).map(decodeValue);
}

/** Term of a text for comparison ignoring case. */
export function foldedTerm(field: string, text: string): string {
  return fitted(fieldPrefix(field) + encodeFolded(text));
}

/**
 * Whether a text equals its folded form and its own encodings: its term in a column then also serves case-insensitive
 * comparison.
 */
export function isFolded(text: string): boolean {
  return isPlain(text) && text.length <= SURE_TO_FIT && foldCase(text) === text;
}

/** Whether a text is its own encoding, for exact and for folded terms. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/**
 * Encodes a text for patterns, ignoring case. Every character is one code point, or the escape and one code point;
 * does not preserve the order.
 */
export function encodeFolded(text: string): string {
  const folded = foldCase(text);
  if (!CONTROL_OR_LONE.test(folded)) return folded;
  return folded.replace(EACH_CONTROL_OR_LONE, (unit) => {
    const code = unit.charCodeAt(0);
    if (code >= RESERVED && code < FIRST_SURROGATE) return unit;
    return ESCAPE + String.fromCharCode(code < RESERVED ? code + RESERVED : code + SURROGATES);
  });
}

/** OpenSearch regular expression that matches one encoded character of a folded text. */
export const ONE_CHARACTER = `(${ESCAPE}.|[^${ESCAPE}])`;

/**
 * OpenSearch regular expression that matches one character of an exact term that is its own folded form: excludes characters with a
 * different encoding or with two characters when folded.
 */
export const ONE_PLAIN_CHARACTER = `[^${ESCAPE}\u0130\ue000-\u{10ffff}]`;

/** Term of a word in a full-text field. */
export function wordTerm(field: string, word: string): string {
  return fitted(fieldPrefix(field) + word);
}

/** Short name of a field, without dots. A hash of 106 bits. */
export function shortName(field: string): string {
  return hash53(field).toString(36) + hash53(field, 1).toString(36);
}

/**
 * Truncates a term beyond OpenSearch's maximum to its beginning and a digest of the whole. Texts of documents are short
 * enough not to be truncated, unless nearly all their characters are from the end of Unicode's basic plane.
 */
function fitted(term: string): string {
  if (term.length * 3 <= MAX_TERM_BYTES || Buffer.byteLength(term) <= MAX_TERM_BYTES) return term;
  const bytes = Buffer.from(term).subarray(0, MAX_TERM_BYTES - DIGEST_LENGTH - 1);
  const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return kept + BEFORE_DIGEST + createHash('sha256').update(term).digest('hex');
}
