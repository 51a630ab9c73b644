import { shorten } from '../printable.ts';

/** Whole numbers with fewer digits keep them as a double. */
const FEWEST_ROUNDED = 16;
/** Characters of a number shown in an error. */
const SHOWN_DIGITS = 40;

/**
 * The whole number that remains of the one in the text when it is stored as a double and written again, if its digits
 * differ; undefined for any other text. Equality as doubles is not enough: JavaScript writes the shortest digits that
 * identify the double, so 2^56 + 16 would end in 50.
 */
export function roundedTo(text: string): string | undefined {
  const [, sign, digits = ''] = /^([+-]?)0*([1-9]\d*)$/.exec(text) ?? [];
  if (digits.length < FEWEST_ROUNDED) return undefined;
  const [written = '', exponent] = String(Number(digits)).split('e+');
  const [whole = '', fraction = ''] = written.split('.');
  const kept = whole + fraction.padEnd(Number(exponent ?? 0), '0');
  return kept === digits ? undefined : (sign === '-' ? '-' : '') + kept;
}

/** Why the whole number in a text cannot be stored, and the remedy; undefined if it can, or if the text is none. */
export function roundingProblem(text: string): string | undefined {
  const kept = roundedTo(text);
  if (kept === undefined) return undefined;
  return (
    `The number ${shorten(text, SHOWN_DIGITS)} would be rounded to ${shorten(kept, SHOWN_DIGITS)}: ` +
    'a number is a double, which keeps whole numbers up to 9007199254740991 and few beyond. ' +
    'Send a number that it keeps, or keep the digits in a text, such as a property of type string.'
  );
}
