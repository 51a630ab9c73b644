import type { ReactNode } from 'react';
import { curve, type GraphEdge } from './graph-shapes.ts';
import './graph.css';

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
