import type { Aspect } from '../../model/aspect.ts';
import type {
  AspectSpec,
  EntityRegistry,
  LinkDetail,
  RelationshipField,
} from '../../model/entity-registry.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.ts';
import {
  COLUMN_ASPECTS,
  COLUMN_RELATIONSHIP,
  columnLinks,
  type ColumnLink,
} from '../../model/relationships/column-links.ts';

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

/**
 * The relationships of an aspect. Column lineage stays as stated: the pairs of columns can be many more than its
 * members, so readers select by member before they form pairs.
 */
export interface StatedLinks {
  /** Relationships declared by the registry, in its order; the source is the entity with the aspect. */
  readonly own: readonly StatedLink[];
  readonly columns: readonly ColumnLink[];
}

/**
 * Reads all relationships of an aspect, in steps; of an unknown aspect, only column lineage. Parses only values that can
 * state any.
 */
export type LinkReader = (aspect: StatingAspect) => Steps<StatedLinks>;

/** An aspect, and the entity that has it: the source of its relationships. */
export type StatingAspect = Pick<Aspect, 'urn' | 'aspectName' | 'value'>;

const NO_LINKS: StatedLinks = { own: [], columns: [] };

/** Links that lead from all of `sources` to all of `destinations`. */
export interface LinkGroup {
  readonly type: string;
  readonly sources: readonly Urn[];
  readonly destinations: readonly Urn[];
}

/** Creates a reader for the aspects of the registry. */
export function createLinkReader(registry: EntityRegistry): LinkReader {
  return function* read(aspect) {
    const { aspectName, urn: holder } = aspect;
    const spec = registry.aspects.get(aspectName);
    const declares = spec !== undefined && spec.relationships.length > 0;
    if (!declares && !COLUMN_ASPECTS.includes(aspectName)) return NO_LINKS;
    const { value } = aspect;
    if (isTurnOver()) yield;
    return {
      own: declares ? yield* listed(ownLinks(holder, spec, value)) : [],
      columns: yield* listed(columnLinks(holder, aspectName, value)),
    };
  };
}

/** Links read between two checks of the clock. */
const PER_LOOK = 64;

function* listed<T>(links: Iterable<T>): Steps<readonly T[]> {
  const list: T[] = [];
  for (const link of links) {
    list.push(link);
    if (list.length % PER_LOOK === 0 && isTurnOver()) yield;
  }
  return list;
}

/** Links with this source, in the order of the aspect. */
export function* linksFrom({ own, columns }: StatedLinks, source: Urn): Generator<StatedLink> {
  for (const link of own) if (link.source === source) yield link;
  for (const { downstreams, upstreams, via } of columns) {
    if (!downstreams.includes(source)) continue;
    for (const destination of upstreams) yield columnPair(source, destination, via);
  }
}

/** Links with this destination, in the order of the aspect. */
export function* linksTo({ own, columns }: StatedLinks, destination: Urn): Generator<StatedLink> {
  for (const link of own) if (link.destination === destination) yield link;
  for (const { downstreams, upstreams, via } of columns) {
    if (!upstreams.includes(destination)) continue;
    for (const source of downstreams) yield columnPair(source, destination, via);
  }
}

/** The links without details: the entity's own by type, then column lineage as stated. */
export function linkGroups({ own, columns }: StatedLinks): readonly LinkGroup[] {
  const byEnds = Map.groupBy(own, ({ type, source }) => `${type} ${source}`);
  return [
    ...[...byEnds.values()].flatMap((links): LinkGroup[] => {
      const [first] = links;
      if (first === undefined) return [];
      const { type, source } = first;
      return [{ type, sources: [source], destinations: links.map(({ destination }) => destination) }];
    }),
    ...columns.map(({ downstreams, upstreams }) => ({
      type: COLUMN_RELATIONSHIP,
      sources: downstreams,
      destinations: upstreams,
    })),
  ];
}

/** One pair of column lineage. */
export function columnPair(source: Urn, destination: Urn, via: Urn | undefined): StatedLink {
  return { type: COLUMN_RELATIONSHIP, source, destination, ...(via !== undefined && { via }) };
}

function* ownLinks(holder: Urn, aspect: AspectSpec, value: JsonObject): Generator<StatedLink> {
  for (const field of aspect.relationships) {
    for (const way of waysTo(field.path, [value])) {
      const destination = way.at(-1);
      if (typeof destination !== 'string' || !isUrn(destination)) continue;
      yield { type: field.name, source: holder, destination, ...details(field, way) };
    }
  }
}

/** For each value at a path, the values on the way to it, from the aspect itself on. */
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
