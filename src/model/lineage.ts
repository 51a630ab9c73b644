import type { EntityRegistry } from './entity-registry.ts';

/** Where lineage is followed to: what an entity is made from, or what is made from it. */
export type LineageDirection = 'UPSTREAM' | 'DOWNSTREAM';

/** Entity type of columns. Their lineage is not declared in the registry; it goes from column to column. */
export const COLUMN_TYPE = 'schemaField';

/** One way in which lineage leads from entities of a type to others. */
export interface LineageLink {
  /** Name of the relationship. */
  readonly type: string;
  /** Whether the entity that is left states the link, or the one that is reached. */
  readonly statedBy: 'left' | 'reached';
  /** Entity types that the link may reach, by the registry's names. */
  readonly reaches: ReadonlySet<string>;
}

/** The declared lineage of the registry. */
export interface LineageModel {
  /** Ways on from an entity type, in the order of their names; none for a type without lineage. */
  links(entityType: string, direction: LineageDirection): readonly LineageLink[];
  /** Whether the entity that states a link of this name to the other is downstream of it; undefined: it is no lineage. */
  isUpstream(type: string, sourceType: string, destinationType: string): boolean | undefined;
}

/** Collects the links that the registry marks as lineage. */
export function createLineageModel(registry: EntityRegistry): LineageModel {
  const declared = new Map<string, boolean>();
  const ways = new Map<string, LineageLink & { readonly reaches: Set<string> }>();
  const add = (
    from: string,
    direction: LineageDirection,
    link: Omit<LineageLink, 'reaches'>,
    to: string,
  ): void => {
    const key = [from, direction, link.type, link.statedBy].join(' ');
    const way = ways.get(key) ?? { ...link, reaches: new Set<string>() };
    ways.set(key, way);
    way.reaches.add(to);
  };
  for (const { type, source, destination, isUpstream } of lineageFields(registry)) {
    const triple = tripleOf(type, source, destination);
    // Of two fields that disagree about the same triple the first counts.
    if (declared.has(triple)) continue;
    declared.set(triple, isUpstream);
    add(source, isUpstream ? 'UPSTREAM' : 'DOWNSTREAM', { type, statedBy: 'left' }, destination);
    add(destination, isUpstream ? 'DOWNSTREAM' : 'UPSTREAM', { type, statedBy: 'reached' }, source);
  }
  const byStart = Map.groupBy(ways, ([key]) => key.split(' ', 2).join(' '));
  return {
    links: (entityType, direction) =>
      (byStart.get(`${entityType} ${direction}`) ?? [])
        .map(([, link]) => link)
        .sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0)),
    isUpstream: (type, source, destination) =>
      source === COLUMN_TYPE && destination === COLUMN_TYPE
        ? type === COLUMN_LINK || undefined
        : declared.get(tripleOf(type, source, destination)),
  };
}

/** Name of the relationship between columns. */
const COLUMN_LINK = 'DownstreamOf';

interface LineageTriple {
  readonly type: string;
  readonly source: string;
  readonly destination: string;
  readonly isUpstream: boolean;
}

function* lineageFields(registry: EntityRegistry): Generator<LineageTriple> {
  for (const { name: source, aspects } of registry.entities.values()) {
    for (const aspect of aspects.values()) {
      for (const { name: type, entityTypes, isLineage, isUpstream } of aspect.relationships) {
        if (!isLineage) continue;
        for (const destination of entityTypes) yield { type, source, destination, isUpstream };
      }
    }
  }
}

function tripleOf(type: string, source: string, destination: string): string {
  return `${source} ${type} ${destination}`;
}
