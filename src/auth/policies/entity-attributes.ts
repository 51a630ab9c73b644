import {
  HIERARCHIES,
  MOST_LEVELS,
  aspectsOfAttributes,
  aspectsOfParent,
  attributesOfUrn,
  ownAttributes,
  parentIn,
  type Hierarchy,
} from '../../model/entity-attributes.ts';
import type { EntityAttributes } from '../../model/entity-predicate.ts';
import type { PropertyDirectory } from '../../model/structured-property.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import { scopeOf } from '../../query/visibility/visibility.ts';
import type { ReadAttributes } from '../../query/visibility/judged-entities.ts';
import type { MetadataStore } from '../../store/metadata-store.ts';
import type { SystemReader } from '../../store/system-reader.ts';
import { madeBy } from './known-makers.ts';

/** Reads the current attributes of entities for policy conditions, independent of the actor, even if soft-deleted. */
export function createAttributeReader(
  { reader, scoped }: Pick<MetadataStore, 'reader' | 'scoped'>,
  properties: PropertyDirectory,
): ReadAttributes {
  // Ignores values of dead or soft-deleted properties.
  const live = scopeOf(properties);
  const propertyOf = (urn: Urn) => properties.get(urn);
  return async (urns, asked) => {
    const found = await scoped.entities(urns, aspectsOfAttributes(asked), live);
    const own = urns.map((urn) => {
      const aspects = found.get(urn)?.aspects;
      return [urn, ownAttributes(urn, (name) => aspects?.get(name)?.value, propertyOf)] as const;
    });
    const above = new Map<Hierarchy, ReadonlyMap<string, string>>();
    for (const hierarchy of HIERARCHIES) above.set(hierarchy, await hierarchyAbove(hierarchy, own, reader));
    return new Map(
      own.map(([urn, attributes]) => {
        const inherited = HIERARCHIES.map((hierarchy) => [
          hierarchy,
          withAncestors(attributes[hierarchy] ?? [], above.get(hierarchy)),
        ]);
        const row = found.get(urn)?.entity;
        return [
          urn,
          { ...attributes, ...Object.fromEntries(inherited), ...(row && { made: madeBy(row) }) },
        ] as const;
      }),
    );
  };
}

/** The parent of each entity in the hierarchy and of all its ancestors, by urn. */
async function hierarchyAbove(
  hierarchy: Hierarchy,
  of: readonly (readonly [Urn, EntityAttributes])[],
  reader: SystemReader,
): Promise<ReadonlyMap<string, string>> {
  const above = new Map<string, string>();
  let level = of.flatMap(([, attributes]) => (attributes[hierarchy] ?? []).filter(isUrn));
  for (let i = 0; level.length > 0 && i < MOST_LEVELS; i++) {
    const found = await reader.entities([...new Set(level)], aspectsOfParent(hierarchy));
    level = [...found].flatMap(([urn, { aspects }]) => {
      const parent = parentIn(hierarchy, (name) => aspects.get(name)?.value);
      if (parent === undefined) return [];
      const isKnown = above.has(parent);
      above.set(urn, parent);
      return isKnown ? [] : [parent];
    });
  }
  return above;
}

function withAncestors(
  urns: readonly string[],
  above: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  const reached = new Set(urns);
  for (const urn of reached) {
    const parent = above?.get(urn);
    if (parent !== undefined) reached.add(parent);
  }
  return [...reached];
}

/** Attributes of a new entity in a domain: the domain and its ancestors. */
export function attributesOfNew(urn: Urn, { domain = [] }: EntityAttributes): EntityAttributes {
  return { ...attributesOfUrn(urn), domain };
}
