import { shorten } from './printable.ts';

/** Sign, whole part, fraction and exponent. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Below it, the digits that a double drops belong to a fraction, which is rounded as in JSON. */
const FIRST_ROUNDED = 2 ** 53;
/** Characters of a number shown in an error. */
const SHOWN_DIGITS = 40;
const REMEDY = 'or keep the digits in a text, such as a property of type string.';

/**
 * The number in a text, in decimal notation (`30`, `-2.5e3`, `.5`), with or without white space around it; undefined for
 * any other text, and for a number that a double does not hold (`readDecimal` says why). Java's suffixes (`5f`), `NaN`,
 * `Infinity` and hexadecimal digits are not numbers.
 */
export function parseDecimal(text: string): number | undefined {
  const read = readDecimal(text);
  return typeof read === 'number' ? read : undefined;
}

/** Why a text is not read as a number. */
export interface UnreadNumber {
  /** What is wrong and the remedy, in whole sentences. */
  readonly problem: string;
  /** Whether it is a decimal number all the same, one that a double does not hold. */
  readonly isDecimal: boolean;
}

/** Like {@link parseDecimal}, with the reason when the text has no number. */
export function readDecimal(text: string): number | UnreadNumber {
  const trimmed = text.trim();
  if (partsOf(trimmed) === undefined) {
    return { problem: 'Send a decimal number, such as 12.5.', isDecimal: false };
  }
  const problem = decimalProblem(trimmed);
  return problem === undefined ? Number(trimmed) : { problem, isDecimal: true };
}

/**
 * Why a double does not hold the decimal number in a text without white space, and the remedy; undefined if it does, and
 * for any other text. A double holds a whole number if it writes the same digits again, and a fraction if it is neither
 * too large nor so small that 0 remains.
 */
export function decimalProblem(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const number = Math.abs(Number(text));
  const shown = `The number ${shorten(text, SHOWN_DIGITS)}`;
  if (number === Infinity)
    return `${shown} is too large: a number is a double, which ends at 1.8e308. Send a smaller one, ${REMEDY}`;
  const digits = significant(parts.digits);
  if (number === 0 && digits !== '')
    return `${shown} is too small: a number is a double, which ends at 5e-324. Send 0, ${REMEDY}`;
  if (number < FIRST_ROUNDED) return undefined;
  const kept = wholeText(number);
  if (digits === significant(kept)) return undefined;
  return (
    `${shown} would be rounded to ${shorten(parts.sign + kept, SHOWN_DIGITS)}: ` +
    'a number is a double, which keeps whole numbers up to 9007199254740991 and few beyond. ' +
    `Send a number that it keeps, ${REMEDY}`
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
 * All digits of a whole number of 2^53 or more, as JavaScript writes it. Equality as doubles would not be enough: it
 * writes the shortest digits that identify the double, so 2^56 + 16 ends in 50.
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
