import { isJsonObject, type JsonObject, type JsonValue } from '../../src/util/json.ts';
import type { AnsweredQuestion } from './questions.ts';

/** Built-in entities, which an update may change. */
const BUILT_IN = new Set<JsonValue | undefined>([
  'urn:li:corpuser:datahub',
  'urn:li:corpuser:__datahub_system',
]);

/** Questions about what grows when somebody starts a server and logs in: the former items must be there, in their order. */
const GROWING = new Set([
  'every dataHubAccessToken with its aspects',
  'every dataHubIngestionSource with its aspects',
  'ingestion sources',
  'audit log',
  'refused requests',
  'change feed',
]);

/** Lengths of growing lists. */
const LENGTHS = new Set(['count', 'total', 'totalCount']);

/** Lists to which later versions may add items: facets of a search. */
const EXTENSIBLE = new Set(['facets']);

/**
 * What of the former answers the current ones lack, as `question: path: former value, current value`. Current objects may have further
 * members.
 */
export function differencesBetween(
  former: readonly AnsweredQuestion[],
  current: readonly AnsweredQuestion[],
): readonly string[] {
  return former.flatMap(({ answer, name, status }, place) => {
    const now = current[place];
    if (now === undefined) return [`${name}: not answered`];
    if (now.status !== status) return [`${name}: status ${status}, ${now.status} ${text(now.answer)}`];
    // The texts of refusals may change.
    if (status >= 400) return [];
    const grows = GROWING.has(name);
    return [...missing(answer, now.answer, { grows, path: '' })].map(
      (difference) => `${name}: ${difference}`,
    );
  });
}

interface Place {
  readonly path: string;
  /** Whether lists may have further items. */
  readonly grows: boolean;
}

function* missing(former: JsonValue, current: JsonValue | undefined, place: Place): Generator<string> {
  if (isJsonObject(former) && isJsonObject(current)) yield* missingMembers(former, current, place);
  else if (isList(former) && isList(current)) {
    const [kept, now] = [withoutBuiltIn(former), withoutBuiltIn(current)];
    if (place.grows) yield* missingItems(kept, now, place);
    else if (kept.length !== now.length) yield `${place.path}: ${kept.length} items, ${now.length}`;
    else {
      for (const [index, item] of kept.entries()) {
        yield* missing(item, now[index], { ...place, path: `${place.path}[${index}]` });
      }
    }
  } else if (former !== current) yield `${place.path}: ${text(former)}, ${text(current)}`;
}

function* missingMembers(former: JsonObject, current: JsonObject, { grows, path }: Place): Generator<string> {
  for (const [member, value] of Object.entries(former)) {
    if (value === undefined || (grows && LENGTHS.has(member))) continue;
    // Clients send cursors back without reading them; those of former versions are tried for themselves.
    if (member === 'cursor') continue;
    const isExtensible = grows || EXTENSIBLE.has(member);
    yield* missing(value, current[member], { path: `${path}.${member}`, grows: isExtensible });
  }
}

/** Former items that are not among the current ones, in their order. */
function* missingItems(
  former: readonly JsonValue[],
  current: readonly JsonValue[],
  place: Place,
): Generator<string> {
  let next = 0;
  for (const [index, item] of former.entries()) {
    const found = current.findIndex(
      (candidate, at) =>
        at >= next && missing(item, candidate, { ...place, grows: false }).next().done === true,
    );
    if (found < 0) yield `${place.path}[${index}]: ${text(item)} is missing`;
    else next = found + 1;
  }
}

function withoutBuiltIn(items: readonly JsonValue[]): readonly JsonValue[] {
  return items.filter((item) => !isJsonObject(item) || !BUILT_IN.has(item['urn']));
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 400);
}
