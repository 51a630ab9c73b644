import { isJsonObject, type JsonValue } from '../util/json.ts';

/** A target for the values at a path; `*` steps into each element of an array. */
export interface ValuePath<T> {
  readonly path: readonly string[];
  readonly target: T;
}

/** Prefix tree of paths, so that one traversal of a value serves all of them. */
export interface PathTree<T> {
  /** Targets of the paths that end here. */
  readonly targets: readonly T[];
  readonly members: readonly (readonly [string, PathTree<T>])[];
  readonly elements: PathTree<T> | undefined;
}

/** Builds the tree; targets of equal paths keep their order. */
export function joinPaths<T>(paths: readonly ValuePath<T>[]): PathTree<T> {
  const here = paths.filter(({ path }) => path.length === 0);
  const below = Map.groupBy(
    paths.filter(({ path }) => path.length > 0),
    ({ path }) => path[0] ?? '',
  );
  const subtree = (step: string): PathTree<T> =>
    joinPaths((below.get(step) ?? []).map(({ path, target }) => ({ path: path.slice(1), target })));
  return {
    targets: here.map(({ target }) => target),
    members: [...below.keys()].filter((step) => step !== '*').map((step) => [step, subtree(step)]),
    elements: below.has('*') ? subtree('*') : undefined,
  };
}

/** Calls `visit` for every value at a path of the tree, with the path's target. Nulls count as absent. */
export function visitPaths<T>(
  tree: PathTree<T>,
  value: JsonValue | undefined,
  visit: (target: T, value: JsonValue) => void,
): void {
  if (value === undefined || value === null) return;
  for (const target of tree.targets) visit(target, value);
  if (isArray(value)) {
    if (tree.elements === undefined) return;
    for (const element of value) visitPaths(tree.elements, element, visit);
  } else if (tree.members.length > 0 && isJsonObject(value)) {
    for (const [member, below] of tree.members) visitPaths(below, value[member], visit);
  }
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
