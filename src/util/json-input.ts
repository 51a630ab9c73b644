import { invalidRequest } from '../errors.ts';
import type { CatalogError } from '../errors.ts';
import { isJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';

const PREVIEW_LENGTH = 120;

/** The error for a part of a request that has the wrong type: where it stands, what is expected, what was found. */
export function wrongType(at: string, expected: string, found: JsonValue | undefined): CatalogError {
  return invalidRequest(`${at} must be ${expected}, but it is ${preview(found)}.`);
}

/** A value as an error message shows it: JSON, cut when it is long. */
export function preview(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
}

/** The value if it is an object; throws INVALID_REQUEST otherwise. */
export function asObject(value: JsonValue | undefined, at: string): JsonObject {
  if (!isJsonObject(value)) throw wrongType(at, 'a JSON object', value);
  return value;
}

/** The value if it is a list; throws INVALID_REQUEST otherwise. */
export function asList(value: JsonValue | undefined, at: string): readonly JsonValue[] {
  if (!isList(value)) throw wrongType(at, 'a list', value);
  return value;
}

/** The value if it is a string; throws INVALID_REQUEST otherwise. */
export function asText(value: JsonValue | undefined, at: string): string {
  if (typeof value !== 'string') throw wrongType(at, 'a string', value);
  return value;
}

/** The value if it is a list of strings; throws INVALID_REQUEST otherwise. */
export function asTexts(value: JsonValue | undefined, at: string): readonly string[] {
  return asList(value, at).map((item, index) => asText(item, `${at}[${index}]`));
}

/** The string, or undefined when it is left out or null; throws INVALID_REQUEST otherwise. */
export function optionalText(value: JsonValue | undefined, at: string): string | undefined {
  return value === undefined || value === null ? undefined : asText(value, at);
}

/** True or false, or undefined when it is left out or null; throws INVALID_REQUEST otherwise. */
export function optionalFlag(value: JsonValue | undefined, at: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongType(at, 'true or false', value);
  return value;
}

/** The whole number, or undefined when it is left out or null; throws INVALID_REQUEST otherwise. */
export function optionalInteger(value: JsonValue | undefined, at: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongType(at, 'a whole number', value);
  return value;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
