import { invalidRequest } from '../../errors.ts';
import { shorten } from '../printable.ts';
import { placeInJson } from './place-in-json.ts';
import { decimalProblem } from '../decimal-number.ts';
import { because } from '../../refusals.ts';

/** Limits on a JSON text, checked before it is parsed: parsing blocks the event loop. */
export interface JsonLimits {
  /** Maximum nesting of lists and objects. */
  readonly depth: number;
  /** Maximum values; names of members count like values. */
  readonly values: number;
  /** Maximum members of one object: listing them takes time whenever the object is read. */
  readonly members: number;
}

/** Default limits: room for 80,000 columns of a schema, or 500,000 tags. */
export const DEFAULT_JSON_LIMITS: JsonLimits = { depth: 200, values: 2_000_000, members: 100_000 };

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const LOWER_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Numbers with at least this many characters may have digits that a double does not keep. */
const LONG_NUMBER = 16;
/** Maximum characters of a number. */
const LONGEST_NUMBER = 1_000;
/** Characters of a refused number shown in the error. */
const SHOWN_DIGITS = 40;

/**
 * Reads a JSON text once, character by character, before it is parsed. INVALID_REQUEST beyond the limits, and for a
 * number that a double cannot store. The parser decides whether it is JSON at all.
 */
export class JsonScan {
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;
  #depth = 0;
  #values = 1;
  #inString = false;
  /** Members of the open object, by depth. */
  readonly #members: number[] = [0];

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  get isComplete(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Continues reading, up to about this many characters: about a nanosecond each. */
  read(characters: number): void {
    const text = this.#text;
    const end = Math.min(text.length, this.#at + characters);
    let at = this.#at;
    while (at < end) {
      if (this.#inString) at = this.#afterString(at, end);
      else {
        const code = text.charCodeAt(at);
        at = code === MINUS || isDigit(code) ? this.#afterNumber(at) : at + 1;
        this.#count(code);
      }
    }
    this.#at = at;
    if (this.#values > this.#limits.values) throw this.#tooMany();
  }

  #count(code: number): void {
    switch (code) {
      case QUOTE:
        this.#inString = true;
        return;
      case COMMA:
        this.#values++;
        return;
      case COLON:
        this.#values++;
        this.#countMember();
        return;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#values++;
        if (++this.#depth > this.#limits.depth) throw this.#tooDeep();
        this.#members[this.#depth] = 0;
        return;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#depth--;
    }
  }

  #countMember(): void {
    const members = (this.#members[this.#depth] ?? 0) + 1;
    this.#members[this.#depth] = members;
    const { members: most } = this.#limits;
    if (members <= most) return;
    throw invalidRequest(
      `An object in the JSON has more than ${most} members. Send smaller objects.`,
      undefined,
      because('REQUEST_TOO_LARGE', { most }),
    );
  }

  #afterString(start: number, end: number): number {
    const text = this.#text;
    let at = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      // The next character may belong to the next part.
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) {
        this.#inString = false;
        return at + 1;
      }
    }
    return at;
  }

  #afterNumber(start: number): number {
    const text = this.#text;
    const longest = start + LONGEST_NUMBER;
    let end = start + 1;
    let hasExponent = false;
    for (; end <= longest; end++) {
      const code = text.charCodeAt(end);
      if (code === LOWER_E || code === UPPER_E) hasExponent = true;
      else if (!isPartOfMantissa(code)) break;
    }
    if (hasExponent || end - start >= LONG_NUMBER) this.#refuseUnfit(start, end);
    return end;
  }

  #refuseUnfit(start: number, end: number): void {
    const source = this.#text.slice(start, end);
    const problem =
      source.length > LONGEST_NUMBER
        ? `The number ${shorten(source, SHOWN_DIGITS)} has more than ${LONGEST_NUMBER} characters. Send fewer digits: a double stores 17.`
        : decimalProblem(source);
    if (problem === undefined) return;
    const place = placeInJson(this.#text, start);
    throw invalidRequest(place === '' ? problem : `${place}: ${problem}`, undefined, because('JSON_INVALID'));
  }

  #tooDeep(): Error {
    return invalidRequest(
      `The JSON is nested deeper than ${this.#limits.depth} levels. Send flatter values.`,
      undefined,
      because('JSON_INVALID'),
    );
  }

  #tooMany(): Error {
    return invalidRequest(
      `The JSON has more than ${this.#limits.values} values and names. Send it in several smaller requests.`,
      undefined,
      because('REQUEST_TOO_LARGE', { most: this.#limits.values }),
    );
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isPartOfMantissa(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS;
}
