import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { LINEAGE_NODE, nodeFacts, type NodeFacts } from './lineage-node.ts';

/** Direction of lineage: upstream towards sources, downstream towards derived entities. */
export type Direction = 'UPSTREAM' | 'DOWNSTREAM';

/** Neighbours of a node shown at first, or by expanding a node that shows none. */
export const NEIGHBOURS = 8;

/** Maximum nodes of a graph in each direction: more than a person can read, but fast to draw. */
const MAX_NODES = 250;

const NEIGHBOURS_OF = graphql(
  `
    query lineageNeighbours($urns: [String!]!, $input: LineageInput!) {
      entities(urns: $urns) {
        urn
        ... on EntityWithRelationships {
          lineage(input: $input) {
            total
            relationships {
              isManual
              entity {
                urn
                ...LineageNode
              }
            }
          }
        }
      }
    }
  `,
  [LINEAGE_NODE],
);

const START = graphql(
  `
    query lineageStart($urn: String!) {
      entity(urn: $urn) {
        urn
        ...LineageNode
      }
    }
  `,
  [LINEAGE_NODE],
);

/** An entity of a lineage graph. */
export interface LineageNode extends NodeFacts {
  /** Hops from the start: negative upstream, 0 for the start. */
  readonly hop: number;
  /** Number of hidden neighbours, by direction. */
  readonly hidden: Readonly<Record<Direction, number>>;
}

/** An edge of a lineage graph, from upstream to downstream. */
export interface LineageEdge {
  readonly from: string;
  readonly to: string;
  /** Whether nodes between its ends are hidden. */
  readonly isIndirect: boolean;
}

/** The loaded part of an entity's lineage. */
export interface LineageGraph {
  readonly nodes: readonly LineageNode[];
  readonly edges: readonly LineageEdge[];
  /** Whether the graph was truncated at the maximum number of nodes. */
  readonly isCut: boolean;
}

/** Number of neighbours to show, by `expansionKey`. */
export type Expansions = Readonly<Record<string, number>>;

/** The key of a node's neighbours in one direction. */
export function expansionKey(urn: string, direction: Direction): string {
  return `${direction} ${urn}`;
}

/**
 * Reads the lineage of an entity up to a number of hops in both directions, and further where a node is expanded; one
 * request per hop. Undefined if the entity does not exist or the person may not see it. Throws {@link ApiError}.
 */
export async function readGraph(
  urn: string,
  hops: number,
  expansions: Expansions,
  signal: AbortSignal,
): Promise<LineageGraph | undefined> {
  const [{ entity }, up, down] = await Promise.all([
    query(START, { urn }, signal),
    walk(urn, 'UPSTREAM', hops, expansions, signal),
    walk(urn, 'DOWNSTREAM', hops, expansions, signal),
  ]);
  if (!entity) return undefined;
  const hidden = { UPSTREAM: up.hidden.get(urn) ?? 0, DOWNSTREAM: down.hidden.get(urn) ?? 0 };
  const start = { ...nodeFacts(entity), hop: 0, hidden };
  const nodes = new Map<string, LineageNode>([[urn, start]]);
  for (const walked of [up, down]) {
    for (const [name, { facts, hop }] of walked.nodes) {
      // A node on both sides of a cycle stays where it was first found.
      if (!nodes.has(name)) nodes.set(name, { ...facts, hop, hidden: hiddenOf(walked, name) });
    }
  }
  const edges = new Map([...up.edges, ...down.edges].map((edge) => [`${edge.from}\n${edge.to}`, edge]));
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut: up.isCut || down.isCut };
}

interface Walk {
  readonly direction: Direction;
  readonly nodes: Map<string, { readonly facts: NodeFacts; readonly hop: number }>;
  readonly edges: LineageEdge[];
  readonly hidden: Map<string, number>;
  isCut: boolean;
}

function hiddenOf({ direction, hidden }: Walk, urn: string): Readonly<Record<Direction, number>> {
  return { UPSTREAM: 0, DOWNSTREAM: 0, [direction]: hidden.get(urn) ?? 0 };
}

async function walk(
  urn: string,
  direction: Direction,
  hops: number,
  expansions: Expansions,
  signal: AbortSignal,
): Promise<Walk> {
  const walked: Walk = { direction, nodes: new Map(), edges: [], hidden: new Map(), isCut: false };
  let frontier: readonly string[] = [urn];
  for (let hop = 0; frontier.length > 0; hop += 1) {
    const wanted = (of: string): number =>
      expansions[expansionKey(of, direction)] ?? (hop < hops ? NEIGHBOURS : 0);
    const lists = await neighbours(frontier, direction, wanted, signal);
    const next: string[] = [];
    for (const { of, total, found } of lists) {
      let shown = 0;
      for (const facts of found) {
        const isNew = facts.urn !== urn && !walked.nodes.has(facts.urn);
        if (isNew && walked.nodes.size >= MAX_NODES) {
          walked.isCut = true;
          continue;
        }
        shown += 1;
        const [from, to] = direction === 'UPSTREAM' ? [facts.urn, of] : [of, facts.urn];
        walked.edges.push({ from, to, isIndirect: false });
        if (!isNew) continue;
        walked.nodes.set(facts.urn, { facts, hop: direction === 'UPSTREAM' ? -hop - 1 : hop + 1 });
        next.push(facts.urn);
      }
      walked.hidden.set(of, Math.max(0, total - shown));
    }
    frontier = next;
  }
  return walked;
}

interface Neighbours {
  readonly of: string;
  readonly total: number;
  readonly found: readonly NodeFacts[];
}

/** Reads neighbours of several nodes, with one request per distinct limit. */
async function neighbours(
  urns: readonly string[],
  direction: Direction,
  wanted: (urn: string) => number,
  signal: AbortSignal,
): Promise<readonly Neighbours[]> {
  const groups = Map.groupBy(urns, wanted);
  const lists = [...groups].map(async ([count, group]) => {
    const { entities } = await query(NEIGHBOURS_OF, { urns: group, input: { direction, count } }, signal);
    return (entities ?? []).flatMap((entity) => {
      if (!entity || !('lineage' in entity) || !entity.lineage) return [];
      const { total, relationships } = entity.lineage;
      const found = relationships.flatMap(({ entity: other }) => (other ? [nodeFacts(other)] : []));
      return [{ of: entity.urn, total: total ?? 0, found }];
    });
  });
  return (await Promise.all(lists)).flat();
}
