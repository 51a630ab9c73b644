import type { JsonObject } from '../../util/json.ts';

/** A copy of a value that consists of JSON. */
export function asJson(value: object): JsonObject {
  // What JSON text is parsed to.
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
