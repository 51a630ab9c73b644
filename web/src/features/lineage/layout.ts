import { Graph as LayoutGraph, layout } from '@dagrejs/dagre';
import { CARD, type GraphEdge } from '../../components/graph/graph-shapes.ts';
import { columnEdgeKey, type ColumnLineage } from './column-lineage.ts';
import { hasActions } from './node-actions.tsx';
import type { LineageGraph, LineageNode } from './read-graph.ts';

/** Layout attributes of the graph, its nodes and its edges. */
type Plan = LayoutGraph<
  {
    rankdir?: string;
    nodesep?: number;
    ranksep?: number;
    marginx?: number;
    marginy?: number;
    width?: number;
    height?: number;
  },
  { x?: number; y?: number; width: number; height: number },
  { points?: { x: number; y: number }[] }
>;

/** Maximum columns drawn per node. */
const MAX_ROWS = 40;

/** A positioned node, with the columns that it shows. */
interface Box {
  readonly id: string;
  readonly node: LineageNode;
  readonly rows: readonly string[];
  /** Distance of the first row from the top of the box, in pixels. */
  readonly rowsTop: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A graph laid out from left (upstream) to right (downstream). */
export interface Drawing {
  readonly boxes: readonly Box[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

/** Lays out the graph. With columns, draws their edges in addition to those of the nodes. */
export function layOut(graph: LineageGraph, columns: ColumnLineage | undefined): Drawing {
  const rows = rowsOf(graph, columns);
  const plan: Plan = new LayoutGraph();
  plan.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 60, marginx: 20, marginy: 20 });
  plan.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) {
    plan.setNode(node.urn, { width: CARD.width, height: heightOf(node, rows.get(node.urn) ?? []) });
  }
  for (const { from, to } of graph.edges) plan.setEdge(from, to);
  layout(plan);
  const boxes = new Map(
    graph.nodes.map((node): [string, Box] => {
      const { x = 0, y = 0, width, height } = plan.node(node.urn);
      const place = { x: x - width / 2, y: y - height / 2, width, height };
      const rowsTop = headHeight(node) + 1 + CARD.rowsBorder;
      return [node.urn, { id: node.urn, node, rows: rows.get(node.urn) ?? [], rowsTop, ...place }];
    }),
  );
  const { width = 0, height = 0 } = plan.graph();
  return {
    boxes: [...boxes.values()],
    edges: [...nodeEdges(graph, plan, boxes), ...columnEdges(columns, boxes)],
    width,
    height,
  };
}

function nodeEdges(graph: LineageGraph, plan: Plan, boxes: ReadonlyMap<string, Box>): readonly GraphEdge[] {
  return graph.edges.flatMap(({ from, to, isIndirect }) => {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (!source || !target) return [];
    const ends = [
      { x: source.x + source.width, y: source.y + CARD.head / 2 },
      { x: target.x, y: target.y + CARD.head / 2 },
    ] as const;
    // The layout routes long edges around the nodes between their ends.
    const bends = (plan.edge(from, to).points ?? [])
      .slice(1, -1)
      .filter(({ x }) => x > ends[0].x && x < ends[1].x);
    return [
      {
        id: `${from}\n${to}`,
        points: [ends[0], ...(bends.length > 1 ? bends : []), ends[1]],
        isDashed: isIndirect,
      },
    ];
  });
}

function columnEdges(
  columns: ColumnLineage | undefined,
  boxes: ReadonlyMap<string, Box>,
): readonly GraphEdge[] {
  return (columns?.edges ?? []).flatMap((edge) => {
    const [source, target] = [boxes.get(edge.from.urn), boxes.get(edge.to.urn)];
    const [out, into] = [
      source?.rows.indexOf(edge.from.path) ?? -1,
      target?.rows.indexOf(edge.to.path) ?? -1,
    ];
    if (!source || !target || out < 0 || into < 0) return [];
    const points = [
      { x: source.x + source.width, y: rowMiddle(source, out) },
      { x: target.x, y: rowMiddle(target, into) },
    ];
    return [{ id: columnEdgeKey(edge), points, isDashed: false }];
  });
}

/** The columns of each node: all of the opened dataset, and of the others those connected to it. */
function rowsOf(
  graph: LineageGraph,
  columns: ColumnLineage | undefined,
): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, Set<string>>();
  if (!columns) return new Map();
  const add = (urn: string, path: string): void => {
    rows.set(urn, (rows.get(urn) ?? new Set()).add(path));
  };
  // Connected columns first, so that the limit does not cut them off.
  for (const { from, to } of columns.edges) {
    add(from.urn, from.path);
    add(to.urn, to.path);
  }
  for (const path of columns.columns) add(columns.urn, path);
  const shown = new Set(graph.nodes.map(({ urn }) => urn));
  return new Map(
    [...rows].filter(([urn]) => shown.has(urn)).map(([urn, paths]) => [urn, [...paths].slice(0, MAX_ROWS)]),
  );
}

function headHeight(node: LineageNode): number {
  return CARD.head + (hasActions(node) ? CARD.foot : 0);
}

function heightOf(node: LineageNode, rows: readonly string[]): number {
  return headHeight(node) + (rows.length === 0 ? 0 : rows.length * CARD.row + CARD.rowsBorder) + 2;
}

function rowMiddle({ y, rowsTop }: Box, row: number): number {
  return y + rowsTop + (row + 0.5) * CARD.row;
}
