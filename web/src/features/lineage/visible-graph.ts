import type { LineageEdge, LineageGraph, LineageNode } from './read-graph.ts';

/** Types and platforms that a graph hides. */
export interface LineageFilter {
  readonly hiddenTypes: readonly string[];
  /** The only platform to show; undefined for all. */
  readonly platform: string | undefined;
}

/**
 * The graph without the nodes that the filter hides. Indirect edges replace paths through hidden nodes, so that a table
 * still leads to the dashboard behind a hidden job. The start is always shown.
 */
export function visibleGraph(graph: LineageGraph, start: string, filter: LineageFilter): LineageGraph {
  const isShown = (node: LineageNode): boolean =>
    node.urn === start ||
    (!filter.hiddenTypes.includes(node.type) &&
      (filter.platform === undefined || filter.platform === node.platform));
  const shown = new Set(graph.nodes.filter(isShown).map(({ urn }) => urn));
  if (shown.size === graph.nodes.length) return graph;
  const next = Map.groupBy(graph.edges, ({ from }) => from);
  const edges = [...shown].flatMap((from) => edgesFrom(from, shown, next));
  return { ...graph, nodes: graph.nodes.filter(({ urn }) => shown.has(urn)), edges };
}

/** Edges from a visible node to the visible nodes reached directly or only through hidden ones. */
function edgesFrom(
  from: string,
  shown: ReadonlySet<string>,
  next: ReadonlyMap<string, readonly LineageEdge[]>,
): readonly LineageEdge[] {
  const found = new Map<string, LineageEdge>();
  const passed = new Set<string>();
  let hidden: readonly string[] = [from];
  while (hidden.length > 0) {
    const further: string[] = [];
    for (const at of hidden) {
      for (const { to } of next.get(at) ?? []) {
        if (shown.has(to)) {
          if (to !== from && !found.has(to)) found.set(to, { from, to, isIndirect: at !== from });
        } else if (!passed.has(to)) {
          passed.add(to);
          further.push(to);
        }
      }
    }
    hidden = further;
  }
  return [...found.values()];
}
