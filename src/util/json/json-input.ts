import { invalidRequest, type CatalogError } from '../../errors.ts';
import { because, type Refusal } from '../../refusals.ts';
import { closestName, suggestion } from '../closest-name.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

const PREVIEW_LENGTH = 120;

/** JSON types, by the words for them in messages. */
const TYPES: Readonly<Record<string, string>> = {
  'a string': 'string',
  'a number': 'number',
  'a whole number': 'integer',
  'true or false': 'boolean',
  'a list': 'array',
  'a JSON object': 'object',
};

/** INVALID_REQUEST for a part of a request with the wrong type: its path or name, the expected type and the value found. */
export function wrongType(
  at: string,
  expected: string,
  found: JsonValue | undefined,
  refusal: Refusal = typeRefusal(at, expected, found),
): CatalogError {
  return invalidRequest(`${at} must be ${expected}, but it is ${preview(found)}.`, at, refusal);
}

function typeRefusal(at: string, expected: string, found: JsonValue | undefined): Refusal {
  const name = memberName(at);
  if (found === undefined) return because('INPUT_MISSING', { name });
  const type = Object.hasOwn(TYPES, expected) ? TYPES[expected] : undefined;
  return type === undefined
    ? because('INPUT_FORMAT', { name, value: preview(found) })
    : because('INPUT_TYPE', { name, type });
}

/** INVALID_REQUEST for a part of a request that must be one of these words. */
export function wrongChoice(
  at: string,
  allowed: readonly string[],
  found: JsonValue | undefined,
): CatalogError {
  const message = `${at} must be one of ${allowed.join(', ')}, but it is ${preview(found)}.`;
  return invalidRequest(message, at, choiceRefusal(at, allowed, found));
}

/** Why a part of a request is none of these words. */
export function choiceRefusal(at: string, allowed: readonly string[], found: JsonValue | undefined): Refusal {
  const name = memberName(at);
  if (found === undefined) return because('INPUT_MISSING', { name });
  const value = typeof found === 'string' ? found : preview(found);
  return because('INPUT_CHOICE', { name, value, allowed });
}

/** Name of the member at a path: `dataset` for `upstreams[0].dataset`; for the whole input, its name without the article. */
export function memberName(at: string): string {
  if (at.startsWith('The ')) return at.slice('The '.length);
  // A match begins at a separator only: a long name that clients chose would otherwise be read again from each character.
  return (/(?:^|[.[\]])([^.[\]]+)(?:\[\d*\])*$/.exec(at)?.[1] ?? at).trim();
}

/** Why an input has an unknown member. */
export function unknownMember(name: string, known: Iterable<string>): Refusal {
  return because('INPUT_UNKNOWN', { name, closest: closestName(name, known) ?? '' });
}

/**
 * JSON of a value for an error message, truncated after 120 characters; `missing` if undefined. Reads no more of the value
 * than it shows.
 */
export function preview(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  const text = beginningOf(value, PREVIEW_LENGTH + 1);
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
}

/** At least the first `length` characters of the JSON of a value, or all of it. */
function beginningOf(value: JsonValue, length: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, length));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  const add = (name: string, member: JsonValue): boolean => {
    text += `${text === '' ? '' : ','}${name}`;
    const room = length - 1 - text.length;
    if (room > 0) text += beginningOf(member, room);
    return room > 0;
  };
  if (isList(value)) {
    for (const item of value) if (!add('', item)) break;
    return `[${text}]`;
  }
  for (const name in value) {
    const member = value[name];
    if (member !== undefined && !add(`${JSON.stringify(name.slice(0, length))}:`, member)) break;
  }
  return `{${text}}`;
}

/** The value as an object; INVALID_REQUEST otherwise. */
export function asObject(value: JsonValue | undefined, at: string): JsonObject {
  if (!isJsonObject(value)) throw wrongType(at, 'a JSON object', value);
  return value;
}

/** Refuses an object with members other than these: INVALID_REQUEST with the closest known name. */
export function requireKnownMembers(object: JsonObject, known: readonly string[], at: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalidRequest(
    `${at} has no member ${preview(unknown)}; its members are ${known.join(', ')}.${suggestion(unknown, known)}`,
    at.startsWith('The ') ? unknown : `${at}.${unknown}`,
    unknownMember(unknown, known),
  );
}

/** The value as a list; INVALID_REQUEST otherwise. */
export function asList(value: JsonValue | undefined, at: string): readonly JsonValue[] {
  if (!isList(value)) throw wrongType(at, 'a list', value);
  return value;
}

/** The value as a string; INVALID_REQUEST otherwise. */
export function asText(value: JsonValue | undefined, at: string): string {
  if (typeof value !== 'string') throw wrongType(at, 'a string', value);
  return value;
}

/** The value as a list of strings; INVALID_REQUEST otherwise. */
export function asTexts(value: JsonValue | undefined, at: string): readonly string[] {
  return asList(value, at).map((item, index) => asText(item, `${at}[${index}]`));
}

/** The value as a string; undefined if absent or null; INVALID_REQUEST otherwise. */
export function optionalText(value: JsonValue | undefined, at: string): string | undefined {
  return value === undefined || value === null ? undefined : asText(value, at);
}

/** The value as a boolean; undefined if absent or null; INVALID_REQUEST otherwise. */
export function optionalFlag(value: JsonValue | undefined, at: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrongType(at, 'true or false', value);
  return value;
}

/** The value as a safe integer; undefined if absent or null; INVALID_REQUEST otherwise. */
export function optionalInteger(value: JsonValue | undefined, at: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongType(at, 'a whole number', value);
  return value;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
