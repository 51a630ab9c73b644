import { isJsonObject } from '../../util/json.ts';
import { roundedTo } from '../../util/json/exact-number.ts';
import type { JsonValue } from '../../util/json.ts';
import { parseDouble } from './scalar-text.ts';

/** The number that a text says, if a double keeps its digits; a fraction is rounded as in JSON. */
export function numberOfText(text: string): number | undefined {
  const number = parseDouble(text);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  return roundedTo(text.trim()) === undefined ? number : undefined;
}

/** A value of a number property in the form of the aspects: a text that says a number becomes the number. */
export function asNumber(json: JsonValue): JsonValue {
  const text = isJsonObject(json) ? json['string'] : undefined;
  const number = typeof text === 'string' ? numberOfText(text) : undefined;
  return number === undefined ? json : { double: number };
}
