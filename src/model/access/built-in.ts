import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import { parseUrn, type Urn } from '../urn.ts';

/** The user that the first start creates. Policies do not limit it. */
export const ROOT_USER: Urn = parseUrn('urn:li:corpuser:datahub');

/** The server itself: it writes built-in entities, and runs background jobs. */
export const SYSTEM_USER: Urn = parseUrn('urn:li:corpuser:__datahub_system');

/** Entities that only the server changes and deletes, with the aspects that it writes, by name. */
export type FixedEntities = ReadonlyMap<Urn, Readonly<Record<string, JsonObject>>>;

/**
 * Members that only describe a built-in entity and differ between versions of DataHub. They affect neither the
 * entity's identity nor anyone's rights.
 */
const DESCRIPTIVE: ReadonlySet<string> = new Set([
  'created',
  'description',
  'displayName',
  'lastModified',
  'lastUpdatedTimestamp',
  'name',
]);

/** Whether two aspect values of a built-in entity differ at most in its description. Empty members count as absent. */
export function describesSame(one: JsonObject, other: JsonObject): boolean {
  return isSame(withoutDescription(one), withoutDescription(other));
}

function withoutDescription(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !DESCRIPTIVE.has(name)));
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    const others: readonly JsonValue[] = other;
    return one.length === others.length && one.every((item: JsonValue, i) => isSame(item, others[i]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Entity types whose built-in entities are fixed. Those of other types are only written if they are missing. */
export const FIXED_TYPES: readonly string[] = [
  'dataHubPolicy',
  'dataHubRole',
  'dataType',
  'entityType',
  'ownershipType',
];
