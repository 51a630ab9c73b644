import { shorten } from './printable.ts';

/** Sign, whole part, fraction and exponent. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Below it, the digits that a double drops belong to a fraction, which is rounded as in JSON. */
const FIRST_ROUNDED = 2 ** 53;
/** Characters of a number shown in an error. */
const SHOWN_DIGITS = 40;
const REMEDY = 'or the digits as a text, such as a property of type string.';

/**
 * The number in a text, in decimal notation (`30`, `-2.5e3`, `.5`), with or without white space around it; undefined for
 * any other text, and for a number that a double cannot store exactly (`readDecimal` returns the reason). Java's
 * suffixes (`5f`), `NaN`, `Infinity` and hexadecimal digits are not numbers.
 */
export function parseDecimal(text: string): number | undefined {
  const read = readDecimal(text);
  return typeof read === 'number' ? read : undefined;
}

/** Why a text was not read as a number. */
export interface UnreadNumber {
  /** What is wrong and the remedy, in whole sentences. */
  readonly problem: string;
  /** Whether it is a decimal number, but one that a double cannot store. */
  readonly isDecimal: boolean;
}

/** The number in a text as {@link parseDecimal}, or the reason why there is none. */
export function readDecimal(text: string): number | UnreadNumber {
  const trimmed = text.trim();
  if (partsOf(trimmed) === undefined) {
    return { problem: 'Send a decimal number, such as 12.5.', isDecimal: false };
  }
  const problem = decimalProblem(trimmed);
  return problem === undefined ? Number(trimmed) : { problem, isDecimal: true };
}

/**
 * Why a double cannot store the decimal number in a text without white space, and the remedy; undefined if it can, and
 * for any other text. A double stores a whole number if it prints the same digits, and a fraction unless it is too large
 * or so small that 0 remains.
 */
export function decimalProblem(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const number = Math.abs(Number(text));
  const shown = `The number ${shorten(text, SHOWN_DIGITS)}`;
  if (number === Infinity)
    return `${shown} is too large: numbers are doubles, at most 1.8e308. Send a smaller one, ${REMEDY}`;
  const digits = significant(parts.digits);
  if (number === 0 && digits !== '')
    return `${shown} is too small: numbers are doubles, at least 5e-324. Send 0, ${REMEDY}`;
  if (number < FIRST_ROUNDED) return undefined;
  const kept = wholeText(number);
  if (digits === significant(kept)) return undefined;
  return (
    `${shown} would be rounded to ${shorten(parts.sign + kept, SHOWN_DIGITS)}: ` +
    'numbers are doubles, which store whole numbers exactly up to 9007199254740991 and only some beyond. ' +
    `Send one of these, ${REMEDY}`
  );
}

/** Sign and digits of a decimal number; undefined for any other text. */
function partsOf(text: string): { readonly sign: string; readonly digits: string } | undefined {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const digits = whole + fraction;
  if (sign === undefined || digits === '') return undefined;
  return { sign: sign === '-' ? sign : '', digits };
}

/**
 * All digits of a whole number of 2^53 or more, as JavaScript prints it. Equality as doubles would not suffice: it
 * prints the shortest digits that identify the double, so 2^56 + 16 ends in 50.
 */
function wholeText(number: number): string {
  const [kept = '', exponent = '0'] = String(number).split('e+');
  const [first = '', rest = ''] = kept.split('.');
  return first + rest.padEnd(Number(exponent), '0');
}

/** The digits without zeros at either end. A loop, because a pattern would take quadratic time on many zeros. */
function significant(digits: string): string {
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return digits.slice(start, end);
}
