/** Heights of the parts of a card, in pixels, for the layout of a graph. */
export const CARD = { width: 230, head: 72, foot: 33, row: 24, rowsBorder: 1 } as const;

/** An edge through these points. */
export interface GraphEdge {
  readonly id: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly isDashed: boolean;
}

/** SVG path through the points that leaves and arrives horizontally. */
export function curve(points: GraphEdge['points']): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let at = first;
  const parts = rest.map((point) => {
    const half = (at.x + point.x) / 2;
    const part = `C${half} ${at.y} ${half} ${point.y} ${point.x} ${point.y}`;
    at = point;
    return part;
  });
  return [`M${first.x} ${first.y}`, ...parts].join(' ');
}
