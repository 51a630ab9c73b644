import { invalidRequest, type CatalogError } from '../../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';

/**
 * Position in a registry file, for error messages. A linked list that is formatted only for an error, because thousands
 * are created on each start.
 */
export interface Place {
  readonly file: string;
  readonly member?: string;
  readonly within?: Place;
}

/** The place of a member of the object at `within`. */
export function inside(within: Place, member: string): Place {
  return { file: within.file, member, within };
}

/** INVALID_REQUEST error for a registry that cannot be loaded: file, path in the file, problem and remedy. */
export function registryError(place: Place, problem: string, remedy: string): CatalogError {
  const members: string[] = [];
  for (let at: Place | undefined = place; at?.member !== undefined; at = at.within)
    members.unshift(at.member);
  const at = members.length === 0 ? '' : ` at ${members.join('.')}`;
  return invalidRequest(`Registry file ${place.file}${at}: ${problem}. ${remedy}.`);
}

/** Reads an object. Throws INVALID_REQUEST for another type, and for members that are not in `known`, if given. */
export function readObject(
  place: Place,
  value: JsonValue | undefined,
  known?: ReadonlySet<string>,
): JsonObject {
  if (!isJsonObject(value)) throw wrong(place, value, 'an object');
  if (known !== undefined) {
    for (const member in value) {
      if (!known.has(member)) {
        throw registryError(place, `unknown member '${member}'`, `Use one of ${[...known].join(', ')}`);
      }
    }
  }
  return value;
}

/** Reads a member that must be a non-empty string. Throws INVALID_REQUEST otherwise. */
export function readText(place: Place, object: JsonObject, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '') {
    throw wrong(inside(place, member), value, 'a non-empty string');
  }
  return value;
}

/** Reads an optional boolean member; `fallback` if absent. Throws INVALID_REQUEST for another type. */
export function readFlag(place: Place, object: JsonObject, member: string, fallback: boolean): boolean {
  const value = object[member];
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw wrong(inside(place, member), value, 'true or false');
  return value;
}

/** Reads an optional number member; `fallback` if absent. Throws INVALID_REQUEST for another type. */
export function readNumber(place: Place, object: JsonObject, member: string, fallback: number): number {
  const value = object[member];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw wrong(inside(place, member), value, 'a number');
  return value;
}

/** Reads an optional member with a list of strings; empty if absent. Throws INVALID_REQUEST for another type. */
export function readTexts(place: Place, object: JsonObject, member: string): readonly string[] {
  const value = object[member];
  if (value === undefined) return [];
  if (!isTexts(value)) throw wrong(inside(place, member), value, 'a list of strings');
  return value;
}

/** INVALID_REQUEST error for a value of the wrong type. */
export function wrong(place: Place, value: JsonValue | undefined, expected: string): CatalogError {
  const found = value === undefined ? 'nothing' : JSON.stringify(value);
  return registryError(place, `expected ${expected}, found ${found}`, 'Correct the value');
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
