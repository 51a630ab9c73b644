import type {
  AspectSpec,
  EntityRegistry,
  LinkDetail,
  RelationshipField,
} from '../../model/entity-registry.ts';
import type { Urn } from '../../model/urn.ts';
import { isUrn } from '../../model/urn.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { isJsonObject } from '../../util/json.ts';
import { COLUMN_RELATIONSHIP, columnLinks } from './column-links.ts';

/** A relationship with the details stated in the aspect. Times are epoch ms. */
export interface StatedLink {
  readonly type: string;
  readonly source: Urn;
  readonly destination: Urn;
  readonly createdOn?: number;
  readonly createdActor?: Urn;
  readonly updatedOn?: number;
  readonly updatedActor?: Urn;
  /** The query or job that creates the relationship. */
  readonly via?: Urn;
  readonly properties?: JsonObject;
}

/** Reads all relationships of an aspect: those declared by the registry, in its order, then column lineage. */
export type LinkReader = (holder: Urn, aspectName: string, value: JsonObject) => readonly StatedLink[];

/** Creates a reader for the aspects of the registry; for unknown aspects it reads column lineage only. */
export function createLinkReader(registry: EntityRegistry): LinkReader {
  return (holder, aspectName, value) => [
    ...ownLinks(holder, registry.aspects.get(aspectName), value),
    ...betweenColumns(holder, aspectName, value),
  ];
}

function* ownLinks(holder: Urn, aspect: AspectSpec | undefined, value: JsonObject): Generator<StatedLink> {
  for (const field of aspect?.relationships ?? []) {
    for (const way of waysTo(field.path, [value])) {
      const destination = way.at(-1);
      if (typeof destination !== 'string' || !isUrn(destination)) continue;
      yield { type: field.name, source: holder, destination, ...details(field, way) };
    }
  }
}

function* betweenColumns(holder: Urn, aspectName: string, value: JsonObject): Generator<StatedLink> {
  for (const { downstreams, upstreams, via } of columnLinks(holder, aspectName, value)) {
    for (const source of downstreams) {
      for (const destination of upstreams) {
        yield { type: COLUMN_RELATIONSHIP, source, destination, ...(via !== undefined && { via }) };
      }
    }
  }
}

/** For each value at a path, all values from the aspect itself down to it. */
function* waysTo(path: readonly string[], passed: readonly JsonValue[]): Generator<readonly JsonValue[]> {
  const here = passed.at(-1);
  const [step, ...rest] = path;
  if (here === undefined || here === null) return;
  if (step === undefined) {
    yield passed;
  } else if (step === '*') {
    const elements: readonly JsonValue[] = Array.isArray(here) ? here : [];
    for (const element of elements) yield* waysTo(rest, [...passed, element]);
  } else if (isJsonObject(here)) {
    const member = here[step];
    if (member !== undefined) yield* waysTo(rest, [...passed, member]);
  }
}

/** Details are in the same array element as the destination: below the common prefix of both paths. */
function details(field: RelationshipField, way: readonly JsonValue[]): Partial<StatedLink> {
  const read = (name: LinkDetail): JsonValue | undefined => {
    const path = field.details[name];
    if (path === undefined) return undefined;
    let common = 0;
    while (common < path.length && path[common] === field.path[common]) common++;
    return path.slice(common).reduce<JsonValue | undefined>(memberOf, way[common]);
  };
  const properties = read('properties');
  return {
    ...time('createdOn', read('createdOn')),
    ...urn('createdActor', read('createdActor')),
    ...time('updatedOn', read('updatedOn')),
    ...urn('updatedActor', read('updatedActor')),
    ...urn('via', read('via')),
    ...(isJsonObject(properties) && { properties }),
  };
}

function memberOf(value: JsonValue | undefined, step: string): JsonValue | undefined {
  return isJsonObject(value) ? value[step] : undefined;
}

function time(name: 'createdOn' | 'updatedOn', value: JsonValue | undefined): Partial<StatedLink> {
  return typeof value === 'number' ? { [name]: value } : {};
}

function urn(
  name: 'createdActor' | 'updatedActor' | 'via',
  value: JsonValue | undefined,
): Partial<StatedLink> {
  return typeof value === 'string' && isUrn(value) ? { [name]: value } : {};
}
