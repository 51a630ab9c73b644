import type { ReactNode } from 'react';
import './graph.css';

/** A line through these points. */
export interface GraphEdge {
  readonly id: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly isDashed: boolean;
}

/** An edge of a graph, within its picture: an arrow at the end leads to the marker `graph-arrow`. */
export function GraphLine({ edge: { points, isDashed } }: { readonly edge: GraphEdge }): ReactNode {
  return (
    <path
      d={curve(points)}
      className={isDashed ? 'graph-edge graph-edge-dashed' : 'graph-edge'}
      markerEnd="url(#graph-arrow)"
    />
  );
}

/** A line that leaves and arrives horizontally. */
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
