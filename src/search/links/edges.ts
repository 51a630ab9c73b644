import type { AspectSpec, EntityRegistry, RelationshipField } from '../../model/entity-registry.ts';
import { isUrn, type Urn } from '../../model/urn.ts';
import type { JsonObject } from '../../util/json.ts';
import { joinPaths, visitPaths, type PathTree } from '../value-paths.ts';

/** A relationship from the entity with an aspect to another entity. */
export interface Edge {
  /** Relationship name, such as `IsPartOf`. */
  readonly type: string;
  readonly destination: Urn;
}

/** Reads the distinct relationships of an aspect, in the order of the schema, then of the value. */
export type EdgeReader = (aspectName: string, value: JsonObject) => readonly Edge[];

/** Index field of an entity's destinations of one relationship, so that incoming relationships are a filter. */
export function edgeField(type: string): string {
  return `edge:${type}`;
}

/** Flag in the index: an aspect of the entity names the queries that create its relationships. */
export const STATES_VIA = 'edge:~via';

/** Creates a reader for the aspects of the registry; unknown aspects have no relationships. */
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

/** Creates a test whether an aspect names the query that creates one of its relationships. */
export function createViaTest(registry: EntityRegistry): (aspectName: string, value: JsonObject) => boolean {
  const trees = new Map<string, PathTree<undefined>>();
  for (const { name, relationships } of registry.aspects.values()) {
    const paths = relationships.flatMap(({ details }) => (details.via === undefined ? [] : [details.via]));
    if (paths.length > 0) trees.set(name, joinPaths(paths.map((path) => ({ path, target: undefined }))));
  }
  return (aspectName, value) => {
    const tree = trees.get(aspectName);
    if (tree === undefined) return false;
    let isNamed = false;
    visitPaths(tree, value, () => (isNamed = true));
    return isNamed;
  };
}

/** Names of all relationships in the registry, sorted. */
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
