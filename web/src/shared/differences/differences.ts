import { isObject } from '../../api/is-object.ts';
import type { JsonObject } from '../entities/aspect-versions.ts';

/** A part of an aspect that differs. */
export interface Difference {
  readonly aspect: string;
  /** Path of member names and element identities; empty for the whole aspect. */
  readonly path: readonly string[];
  /** Undefined: it was absent. */
  readonly before: unknown;
  /** Undefined: it was removed. */
  readonly after: unknown;
}

/** Urn of the structured property whose values differ; undefined for any other part. */
export function propertyOf({ aspect, path }: Difference): string | undefined {
  return aspect === 'structuredProperties' && path[0] === 'properties' ? path[1] : undefined;
}

/** Members that are derived from others or only record the time of a write. */
export const DERIVED: ReadonlySet<string> = new Set([
  'created',
  'lastModified',
  'lastUpdatedTimestamp',
  'ownerTypes',
  'domainAssociations',
  'hash',
]);

/** Members that identify the elements of a list, in order of precedence. */
const IDENTITIES = [
  'propertyUrn',
  'tag',
  'urn',
  'owner',
  'fieldPath',
  'dataset',
  'destinationUrn',
  'entity',
  'url',
  'id',
  'key',
  'name',
  'value',
] as const;

/** Lists whose elements are shown one by one even when the aspect is first written. */
export const LISTED: Readonly<Record<string, string>> = {
  structuredProperties: 'properties',
  globalTags: 'tags',
  glossaryTerms: 'terms',
  ownership: 'owners',
};

/** The differences between two values of an aspect; undefined for an absent one. */
export function differences(
  aspect: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): readonly Difference[] {
  const list = LISTED[aspect];
  const isPartOf = (value: JsonObject | undefined): boolean => value === undefined || list !== undefined;
  if (before === undefined && after === undefined) return [];
  if ((before === undefined || after === undefined) && !(isPartOf(before) && isPartOf(after))) {
    return [{ aspect, path: [], before, after }];
  }
  const only = (value: JsonObject | undefined): unknown =>
    list === undefined || (before !== undefined && after !== undefined)
      ? value
      : { [list]: value?.[list] ?? [] };
  return differ(only(before), only(after)).map((found) => ({ aspect, ...found }));
}

type Part = Omit<Difference, 'aspect'>;

function differ(before: unknown, after: unknown, path: readonly string[] = []): readonly Part[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after))
    return differMembers(new Map(Object.entries(before)), new Map(Object.entries(after)), path);
  const [former, latter] = [byIdentity(before), byIdentity(after)];
  return former && latter ? differMembers(former, latter, path) : [{ path, before, after }];
}

function differMembers(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  path: readonly string[],
): readonly Part[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => !DERIVED.has(name))
    .flatMap((name) => differ(before.get(name), after.get(name), [...path, name]));
}

/** The elements of a list by identity; undefined if they have none, or the value is not a list. */
function byIdentity(list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined;
  const elements = new Map<string, unknown>();
  for (const element of list as readonly unknown[]) {
    const identity = identityOf(element);
    if (identity === undefined || elements.has(identity)) return undefined;
    elements.set(identity, element);
  }
  return elements;
}

/** Identity of a list element; undefined if it has none. */
export function identityOf(element: unknown): string | undefined {
  if (typeof element === 'string') return element;
  if (!isObject(element)) return undefined;
  const identity = IDENTITIES.map((name) => element[name]).find((value) => typeof value === 'string');
  return typeof identity === 'string' ? identity : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => DERIVED.has(name) || isSame(a[name], b[name]));
}
