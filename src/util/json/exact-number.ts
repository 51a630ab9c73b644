import { shorten } from '../printable.ts';

/** Sign, whole part, fraction and exponent; a number in Java's notation may end in `d` or `f`. */
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?[df]?$/i;
/** Below, the digits that a double drops are of a fraction, which is rounded as in JSON. */
const FIRST_ROUNDED = 2 ** 53;
/** Characters of a number shown in an error. */
const SHOWN_DIGITS = 40;

/**
 * The number that remains of the one in the text when it is stored as a double and written again, if its digits differ
 * at 2^53 or beyond, whatever its notation; undefined for any other text. Equality as doubles is not enough: JavaScript
 * writes the shortest digits that identify the double, so 2^56 + 16 would end in 50. An exponent that no double has is
 * not rounding: whoever needs a finite number refuses it.
 */
export function roundedTo(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent] = NUMBER.exec(text) ?? [];
  const number = Number(`${whole || '0'}.${fraction}e${exponent ?? 0}`);
  if (sign === undefined || number < FIRST_ROUNDED) return undefined;
  if (number === Infinity) return exponent === undefined ? `${sign === '-' ? '-' : ''}Infinity` : undefined;
  const [kept = '', keptExponent] = String(number).split('e+');
  const [first = '', rest = ''] = kept.split('.');
  const shown = first + rest.padEnd(Number(keptExponent ?? 0), '0');
  const isKept = significant(whole + fraction) === significant(shown);
  return isKept ? undefined : (sign === '-' ? '-' : '') + shown;
}

/** The digits without zeros at either end. A loop, because a pattern would take quadratic time on many zeros. */
function significant(digits: string): string {
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return digits.slice(start, end);
}

/** Why the number in a text cannot be stored, and the remedy; undefined if it can, or if the text is none. */
export function roundingProblem(text: string): string | undefined {
  const kept = roundedTo(text);
  if (kept === undefined) return undefined;
  return (
    `The number ${shorten(text, SHOWN_DIGITS)} would be rounded to ${shorten(kept, SHOWN_DIGITS)}: ` +
    'a number is a double, which keeps whole numbers up to 9007199254740991 and few beyond. ' +
    'Send a number that it keeps, or keep the digits in a text, such as a property of type string.'
  );
}
