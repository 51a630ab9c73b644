import { createHash } from 'node:crypto';
import { hash53 } from '../../../util/fingerprint.ts';
import { foldCase } from '../../analyzer.ts';

/**
 * How values are written as terms of the engine. Terms are ordered by the bytes of their UTF-8, and must be Unicode without
 * lone surrogates; texts of the catalog are any UTF-16, ordered by unit. Four control characters have a meaning of their
 * own, so that they stand in no encoded text.
 */
const END_OF_FIELD = '\0';
const ESCAPE = '\x01';
/** Stands between the words of one text. */
export const END_OF_WORD = '\x02';
const BEFORE_DIGEST = '\x03';
/** Between the values of a pair: below the least encoded character, so that shorter values come first. */
export const BETWEEN_VALUES = '\0';

const FIRST_SURROGATE = 0xd800;
/** From here on units have code points of four bytes, since 2,048 of those of three bytes are taken for surrogates. */
const FIRST_BEYOND = 0xf800;
const SURROGATES = 0x800;
const RESERVED = 4;
const BEYOND = 0x10000;

/** Stands for itself unless it is one of the control characters that are reserved. */
const NOT_PLAIN = /[\p{Cc}\p{Surrogate}\ue000-\u{10ffff}]/u;
const CONTROL_OR_LONE = /[\p{Cc}\p{Surrogate}]/u;
const EACH_CONTROL_OR_LONE = /[\p{Cc}\p{Surrogate}]/gu;

/** Tags of values: numbers come before texts in every order. */
const NUMBER_TAG = 'n';
const TEXT_TAG = 't';
/** After every value of a field, and before every value; an encoded value begins with its tag. */
export const AFTER_VALUES = 'z';
export const BEFORE_VALUES = '';

/** Longest term that the engine takes, in bytes. */
const MAX_TERM_BYTES = 32_766;
const DIGEST_LENGTH = 64;

/** A text whose order by bytes is that of the given one by UTF-16 unit; no two texts have the same. */
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

/** The text that was encoded; of one that was too long for a term its beginning. */
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

/** Sixteen hexadecimal digits that are ordered as the numbers are; -0 is 0. */
export function encodeNumber(number: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number === 0 ? 0 : number);
  const bits = bytes.readBigUInt64BE();
  const isNegative = bits >> 63n === 1n;
  bytes.writeBigUInt64BE(BigInt.asUintN(64, isNegative ? ~bits : bits | (1n << 63n)));
  return bytes.toString('hex');
}

/** The number of these digits. */
export function decodeNumber(digits: string): number {
  const bytes = Buffer.from(digits, 'hex');
  const bits = bytes.readBigUInt64BE();
  const isNegative = bits >> 63n === 0n;
  bytes.writeBigUInt64BE(BigInt.asUintN(64, isNegative ? ~bits : bits & ~(1n << 63n)));
  return bytes.readDoubleBE();
}

/** Where the terms of a field begin. */
export function fieldPrefix(field: string): string {
  return encodeText(field) + END_OF_FIELD;
}

/** Where the terms of a field that are numbers begin. */
export function numbersPrefix(field: string): string {
  return fieldPrefix(field) + NUMBER_TAG;
}

/** Where the terms of a field that are texts begin. */
export function textsPrefix(field: string): string {
  return fieldPrefix(field) + TEXT_TAG;
}

/** Greater than every term that begins like this. */
export function afterPrefix(prefix: string): string {
  const last = prefix.charCodeAt(prefix.length - 1);
  return prefix.slice(0, -1) + String.fromCharCode(last + 1);
}

/** The term of an exact value. */
export function valueTerm(field: string, value: string | number): string {
  return typeof value === 'number'
    ? numbersPrefix(field) + encodeNumber(value)
    : fitted(textsPrefix(field) + encodeText(value));
}

/** The value of what follows the field in a term. */
export function decodeValue(encoded: string): string | number {
  const rest = encoded.slice(1);
  return encoded.startsWith(NUMBER_TAG) ? decodeNumber(rest) : decodeText(rest);
}

/** The values of a pair. */
export function decodePair(encoded: string): readonly (string | number)[] {
  return encoded.split(BETWEEN_VALUES).map(decodeValue);
}

/** The term of a text for comparing ignoring case. */
export function foldedTerm(field: string, text: string): string {
  return fitted(fieldPrefix(field) + encodeFolded(text));
}

/**
 * A text for patterns, ignoring case: what is a character to a pattern is one code point here, or two of which the first
 * is the escape. The order does not matter.
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

/** A pattern of one encoded character, as a regular expression of the engine. */
export const ONE_CHARACTER = `(${ESCAPE}.|[^${ESCAPE}])`;

/** The term of a word in a field that is searched by words. */
export function wordTerm(field: string, word: string): string {
  return fitted(fieldPrefix(field) + word);
}

/** A name for the term of a word that is short and without dots; whoever makes two share one only spoils a score. */
export function shortName(term: string): string {
  return hash53(term).toString(36) + hash53(term, 1).toString(36);
}

/**
 * A term that the engine takes. What is too long (longer than any text that documents are made of, unless nearly all of it
 * is from the end of Unicode's basic plane) keeps its beginning, and a digest that tells it from others.
 */
function fitted(term: string): string {
  if (term.length * 3 <= MAX_TERM_BYTES || Buffer.byteLength(term) <= MAX_TERM_BYTES) return term;
  const bytes = Buffer.from(term).subarray(0, MAX_TERM_BYTES - DIGEST_LENGTH - 1);
  const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  return kept + BEFORE_DIGEST + createHash('sha256').update(term).digest('hex');
}
