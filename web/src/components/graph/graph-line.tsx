import type { ReactNode } from 'react';
import './graph.css';

/** An edge through these points. */
export interface GraphEdge {
  readonly id: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly isDashed: boolean;
}

/** Draws an edge of a graph as an SVG path that ends in the marker `graph-arrow`. */
export function GraphLine({ edge: { points, isDashed } }: { readonly edge: GraphEdge }): ReactNode {
  return (
    <path
      d={curve(points)}
      className={isDashed ? 'graph-edge graph-edge-dashed' : 'graph-edge'}
      markerEnd="url(#graph-arrow)"
    />
  );
}

/** SVG path through the points that leaves and arrives horizontally. */
function curve(points: GraphEdge['points']): string {
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
