import type { EntityRegistry } from '../entity-registry.ts';

/** Direction in which lineage is followed. */
export type LineageDirection = 'UPSTREAM' | 'DOWNSTREAM';

/** Entity type of columns. Column lineage is not declared in the registry; it links columns to columns. */
export const COLUMN_TYPE = 'schemaField';

/** Relationship by which lineage can be followed from entities of one type. */
export interface LineageLink {
  /** Relationship name. */
  readonly type: string;
  /** Which entity's aspect states the relationship: the start (`left`) or the neighbour (`reached`). */
  readonly statedBy: 'left' | 'reached';
  /** Registry names of the entity types that the link can reach. */
  readonly reaches: ReadonlySet<string>;
}

export interface LineageModel {
  /** Links to follow from an entity type, sorted by relationship name; none for a type without lineage. */
  links(entityType: string, direction: LineageDirection): readonly LineageLink[];
  /** Whether the destination is upstream of the source; undefined if the relationship is not lineage. */
  isUpstream(type: string, sourceType: string, destinationType: string): boolean | undefined;
}

/** Builds the lineage model from the relationships that the registry marks as lineage. */
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
    // If two fields disagree about the same triple, the first wins.
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
