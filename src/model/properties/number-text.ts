import { parseDecimal } from '../../util/decimal-number.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';

/** A value of a number property in the form of the aspects: a numeric string becomes a number. */
export function asNumber(json: JsonValue): JsonValue {
  const text = isJsonObject(json) ? json['string'] : undefined;
  const number = typeof text === 'string' ? parseDecimal(text) : undefined;
  return number === undefined ? json : { double: number };
}
