import { objects, texts } from '../../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { MOST_LEVELS, parentIn, type StoredAspect } from '../entity-attributes.ts';
import { holderOf } from '../relationships/column-holder.ts';
import { propertyValue, type PropertyValue } from '../structured-property.ts';
import { entityTypeOf, isUrn, type Urn } from '../urn.ts';
import type { Ancestry, Holder, SourceType } from './inheritance.ts';
import { valueKey } from './property-value.ts';

/** Aspects of an entity and its ancestors that say from which entities it inherits. */
export const PATH_ASPECTS: readonly string[] = [
  'status',
  'container',
  'domains',
  'domainProperties',
  'glossaryTerms',
];

/** An entity and the entities from which it inherits. */
export interface Paths {
  readonly urn: Urn;
  readonly isRemoved: boolean;
  /** For a column: the entity that it is part of. */
  readonly table: Paths | undefined;
  /** For each container, domain or term that the entity names: it and all above it, nearest first, without soft-deleted ones. */
  readonly above: Readonly<Record<SourceType, readonly (readonly Urn[])[]>>;
}

/**
 * Finds the entities from which another inherits. A path reaches 100 levels above its lowest entity, which is `urn` itself
 * if it is of that type, and ends where it would return to itself.
 */
export function pathsAbove(urn: Urn, stored: StoredAspect): Paths {
  const isRemoved = (one: Urn): boolean => stored(one, 'status')?.['removed'] === true;
  const pathFrom = (first: Urn, type: SourceType): readonly Urn[] => {
    const path = new Set<Urn>();
    const longest = entityTypeOf(urn) === type ? MOST_LEVELS : MOST_LEVELS + 1;
    let next: Urn | undefined = first;
    while (next !== undefined && next !== urn && !path.has(next) && path.size < longest) {
      path.add(next);
      next = parentOf(next, type, stored);
    }
    return [...path].filter((one) => !isRemoved(one));
  };
  const pathsOf = (type: SourceType, named: readonly JsonValue[] = []): readonly (readonly Urn[])[] => {
    const first = [parentOf(urn, type, stored), ...named].filter((one) => typeof one === 'string');
    return [...new Set(first.filter(isUrn))].map((one) => pathFrom(one, type));
  };
  const table = holderOf(urn);
  const terms = objects(stored(urn, 'glossaryTerms')?.['terms']).flatMap((term) => term['urn'] ?? []);
  return {
    urn,
    isRemoved: isRemoved(urn),
    table: table && pathsAbove(table, stored),
    above: {
      container: pathsOf('container'),
      domain: pathsOf('domain', texts(stored(urn, 'domains')?.['domains'])),
      glossaryTerm: pathsOf('glossaryTerm', terms),
    },
  };
}

/** Terms inherit from no other terms. */
function parentOf(urn: Urn, type: SourceType, stored: StoredAspect): Urn | undefined {
  return type === 'glossaryTerm' ? undefined : parentIn(type, (aspectName) => stored(urn, aspectName));
}

/** Where the value of an entity can come from. `holderAt`: what an entity has of the property. */
export function ancestryOf(
  { above, table, urn }: Paths,
  holderAt: (urn: Urn) => Holder | undefined,
): Ancestry {
  const holdersOn = (type: SourceType) =>
    above[type].map((path) => path.flatMap((one) => holderAt(one) ?? []));
  const ofTable = table && ancestryOf(table, holderAt);
  return {
    own: holderAt(urn),
    ...(ofTable && { table: table.isRemoved ? { ...ofTable, own: undefined } : ofTable }),
    above: {
      container: holdersOn('container'),
      domain: holdersOn('domain'),
      glossaryTerm: holdersOn('glossaryTerm'),
    },
  };
}

/** The values in an aspect `structuredProperties`, by property; those of several assignments of a property together. */
export function valuesByProperty(aspect: JsonObject | undefined): ReadonlyMap<Urn, readonly PropertyValue[]> {
  const found = new Map<Urn, Map<string, PropertyValue>>();
  for (const { propertyUrn, values } of objects(aspect?.['properties'])) {
    if (typeof propertyUrn !== 'string' || !isUrn(propertyUrn)) continue;
    const known = found.get(propertyUrn) ?? new Map<string, PropertyValue>();
    found.set(propertyUrn, known);
    for (const value of objects(values).flatMap((item) => propertyValue(item) ?? []))
      known.set(valueKey(value), value);
  }
  return new Map([...found].map(([urn, values]) => [urn, [...values.values()]]));
}
