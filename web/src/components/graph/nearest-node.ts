/** Position and size of a node. */
export interface NodePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The directions of the arrow keys. */
const DIRECTIONS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The node that an arrow key moves to: the nearest one that lies more in its direction than beside it; undefined if there is none. */
export function nearestNode<Node extends NodePlace>(
  from: NodePlace,
  nodes: readonly Node[],
  key: string,
): Node | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const start = middleOf(from);
  const distances = nodes.flatMap((node) => {
    const { x, y } = middleOf(node);
    const [right, down] = [x - start.x, y - start.y];
    const ahead = right * direction.x + down * direction.y;
    const aside = Math.abs(right * direction.y) + Math.abs(down * direction.x);
    // Up and down stay within a column of nodes if possible.
    const isAhead = ahead > 0 && (direction.x !== 0 ? ahead >= from.width / 2 : aside <= from.width / 2);
    return isAhead ? [{ node, distance: ahead + 2 * aside }] : [];
  });
  return distances.sort((a, b) => a.distance - b.distance)[0]?.node;
}

function middleOf({ x, y, width, height }: NodePlace): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
