import type { AspectSpec, EntityRegistry, RelationshipField } from '../model/entity-registry.ts';
import type { Urn } from '../model/urn.ts';
import { isUrn } from '../model/urn.ts';
import type { JsonObject } from '../util/json.ts';
import type { PathTree } from './value-paths.ts';
import { joinPaths, visitPaths } from './value-paths.ts';

/** One link from the entity that holds an aspect to another. */
export interface Edge {
  /** Name of the relationship, `IsPartOf` for example. */
  readonly type: string;
  readonly destination: Urn;
}

/** Reads the links that an aspect declares; each link once, in the order of the schema and of the value. */
export type EdgeReader = (aspectName: string, value: JsonObject) => readonly Edge[];

/** Index field that holds the destinations of an entity's links of one name, so that incoming links are a filter. */
export function edgeField(type: string): string {
  return `edge:${type}`;
}

/** A reader for every aspect of the registry; an aspect that is unknown to it has no links. */
export function createEdgeReader(registry: EntityRegistry): EdgeReader {
  const trees = new Map<string, PathTree<RelationshipField>>();
  for (const aspect of registry.aspects.values()) {
    if (aspect.relationships.length > 0) trees.set(aspect.name, edgeTree(aspect));
  }
  return (aspectName, value) => {
    const tree = trees.get(aspectName);
    return tree === undefined ? [] : readEdges(tree, value);
  };
}

/** Names of all relationships that entities of the registry can have, in order. */
export function relationshipTypes(registry: EntityRegistry): readonly string[] {
  const aspects = [...registry.aspects.values()];
  return [...new Set(aspects.flatMap((aspect) => aspect.relationships.map(({ name }) => name)))].sort();
}

function edgeTree(aspect: AspectSpec): PathTree<RelationshipField> {
  return joinPaths(aspect.relationships.map((target) => ({ path: target.path, target })));
}

function readEdges(tree: PathTree<RelationshipField>, value: JsonObject): readonly Edge[] {
  const edges = new Map<string, Edge>();
  visitPaths(tree, value, ({ name }, destination) => {
    if (typeof destination !== 'string' || !isUrn(destination)) return;
    edges.set(`${name} ${destination}`, { type: name, destination });
  });
  return [...edges.values()];
}
