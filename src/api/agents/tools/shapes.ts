import * as v from 'valibot';
import { list } from '../../../operations/input-types.ts';
import { TEXT, described, wholeNumber } from '../../../operations/shapes.ts';

/** Bounds and default of `max_chars`. */
export const LEAST_CHARS = 4_000;
export const MOST_CHARS = 40_000;
export const DEFAULT_CHARS = 20_000;

/** An optional argument; null counts as missing, because some clients send it. */
export function maybe<Raw, Value>(
  sentence: string,
  shape: v.GenericSchema<Raw, Value>,
): v.NullishSchema<v.GenericSchema<Raw, Value>, () => undefined> {
  return v.nullish(described(sentence, shape) as v.GenericSchema<Raw, Value>, () => undefined);
}

/** An optional argument with a default. */
export function orElse<Raw, Value>(
  sentence: string,
  shape: v.GenericSchema<Raw, Value>,
  value: NoInfer<Raw>,
): v.NullishSchema<v.GenericSchema<Raw, Value>, NoInfer<Raw>> {
  return v.nullish(described(sentence, shape) as v.GenericSchema<Raw, Value>, value);
}

/** A whole number between bounds. */
export function between(least: number, most: number): v.GenericSchema<number> {
  const what = `a whole number from ${least} to ${most}`;
  return v.pipe(wholeNumber(what), v.minValue(least, what), v.maxValue(most, what));
}

/** A whole number that is not smaller. */
export function from(least: number): v.GenericSchema<number> {
  const what = `a whole number from ${least}`;
  return v.pipe(wholeNumber(what), v.minValue(least, what));
}

/** A list of at most `most` elements. */
export function listOf<Raw, Item>(
  item: v.GenericSchema<Raw, Item>,
  most: number,
): v.GenericSchema<readonly Raw[], readonly Item[]> {
  return v.pipe(list(item), v.maxLength(most, `a list of at most ${most} elements`)) as v.GenericSchema<
    readonly Raw[],
    readonly Item[]
  >;
}

/** A text of at most `most` characters that is not empty. */
export function shortText(most: number): v.GenericSchema<string> {
  const what = `a text of 1 to ${most} characters`;
  return v.pipe(v.string(what), v.minLength(1, what), v.maxLength(most, what));
}

/** Why something is written. */
export const REASON = shortText(500);

/** Arguments of every tool, described in few words, because each tool has them. `max_chars`: of the answer. */
export const COMMON = {
  max_chars: v.nullish(between(LEAST_CHARS, MOST_CHARS), DEFAULT_CHARS),
  after: maybe('An earlier sequence that must be visible.', from(0)),
};

export const CURSOR = maybe('That of the last answer: its next page.', TEXT);
