import { invalidRequest } from '../errors.ts';
import type { CatalogError } from '../errors.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/**
 * Where a part of a registry file stands, so that every complaint can say it. A chain that becomes text only when
 * there is something to complain about: thousands are made at each start.
 */
export interface Place {
  readonly file: string;
  readonly member?: string;
  readonly within?: Place;
}

/** The place of a member of the part at a place. */
export function inside(within: Place, member: string): Place {
  return { file: within.file, member, within };
}

/** The error for a registry that cannot be loaded: file, place, what is wrong and what to do about it. */
export function registryError(place: Place, problem: string, remedy: string): CatalogError {
  const members: string[] = [];
  for (let at: Place | undefined = place; at?.member !== undefined; at = at.within)
    members.unshift(at.member);
  const at = members.length === 0 ? '' : ` at ${members.join('.')}`;
  return invalidRequest(`Registry file ${place.file}${at}: ${problem}. ${remedy}.`);
}

/** Throws unless the value is an object whose members are all known; `known` is what the part may hold. */
export function readObject(
  place: Place,
  value: JsonValue | undefined,
  known?: ReadonlySet<string>,
): JsonObject {
  if (!isJsonObject(value)) throw wrong(place, value, 'an object');
  if (known !== undefined) {
    for (const member in value) {
      if (!known.has(member)) {
        throw registryError(
          place,
          `unknown member '${member}'`,
          `Known members are ${[...known].join(', ')}`,
        );
      }
    }
  }
  return value;
}

/** A member that must be a text and not empty. */
export function readText(place: Place, object: JsonObject, member: string): string {
  const value = object[member];
  if (typeof value !== 'string' || value === '') {
    throw wrong(inside(place, member), value, 'a text that is not empty');
  }
  return value;
}

/** A member that must be true, false or absent; absent is `fallback`. */
export function readFlag(place: Place, object: JsonObject, member: string, fallback: boolean): boolean {
  const value = object[member];
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw wrong(inside(place, member), value, 'true or false');
  return value;
}

/** A member that must be a number or absent; absent is `fallback`. */
export function readNumber(place: Place, object: JsonObject, member: string, fallback: number): number {
  const value = object[member];
  if (value === undefined) return fallback;
  if (typeof value !== 'number') throw wrong(inside(place, member), value, 'a number');
  return value;
}

/** A member that must be a list of texts or absent; absent is the empty list. */
export function readTexts(place: Place, object: JsonObject, member: string): readonly string[] {
  const value = object[member];
  if (value === undefined) return [];
  if (!isTexts(value)) throw wrong(inside(place, member), value, 'a list of texts');
  return value;
}

/** The error for a value of the wrong kind. */
export function wrong(place: Place, value: JsonValue | undefined, expected: string): CatalogError {
  const found = value === undefined ? 'nothing' : JSON.stringify(value);
  return registryError(place, `expected ${expected}, found ${found}`, 'Correct the value');
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
