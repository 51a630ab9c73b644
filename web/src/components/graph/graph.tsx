import { useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import type { NodePlace } from './nearest-node.ts';
import { GraphLine } from './graph-line.tsx';
import type { GraphEdge } from './graph-shapes.ts';
import { useDrag } from './use-drag.ts';
import { useGraphKeys } from './use-graph-keys.ts';
import { revealed, useGraphView, type GraphView } from './use-graph-view.ts';
import './graph.css';

/** A positioned node; its content is rendered in a box of this size. */
export interface GraphNode extends NodePlace {
  readonly id: string;
  readonly content: ReactNode;
}

/**
 * A graph to pan (drag, arrow keys) and zoom (buttons, `+`, `-`, Ctrl+wheel). Enter moves the focus to the node in the middle,
 * arrow keys move it between nodes, Escape returns it to the frame. A focused node is moved into view.
 */
export function Graph({
  label,
  nodes,
  edges,
  width,
  height,
  center,
  tools,
}: {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
  /** Id of the node that is centered at first, if the graph is too large to be shown whole. */
  readonly center: string;
  /** Further buttons beside those of the view. */
  readonly tools?: ReactNode;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const middle = nodes.find(({ id }) => id === center);
  const { view, setView, move, zoom, fit } = useGraphView(frame, { width, height, middle });
  const drag = useDrag(move);
  const onKeyDown = useGraphKeys(frame, { nodes, middle, move, zoom, fit });
  const reveal = (node: GraphNode): void => {
    const element = frame.current;
    if (!element) return;
    // Undo the browser's scrolling to the focused node: the view moves instead.
    element.scrollTo(0, 0);
    setView((before) => revealed(before, node, element));
  };
  return (
    <div className="graph">
      <div
        ref={frame}
        className="graph-frame"
        role="group"
        aria-label={`${label}. Arrow keys pan, plus and minus zoom, 0 shows all. Enter moves to the node in the middle; arrow keys then move between nodes.`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <div
          className="graph-plane"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`, width, height }}
        >
          <Edges edges={edges} width={width} height={height} />
          {nodes.map((node) => (
            <div
              key={node.id}
              data-node={node.id}
              className={node.id === center ? 'graph-node graph-node-center' : 'graph-node'}
              style={{ left: node.x, top: node.y, width: node.width, height: node.height }}
              onFocus={() => {
                reveal(node);
              }}
            >
              {node.content}
            </div>
          ))}
        </div>
      </div>
      <Tools zoom={zoom} fit={fit}>
        {tools}
      </Tools>
    </div>
  );
}

function Edges({
  edges,
  width,
  height,
}: {
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}): ReactNode {
  return (
    <svg className="graph-edges" width={width} height={height} aria-hidden="true">
      <defs>
        <marker
          id="graph-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" className="graph-arrow" />
        </marker>
      </defs>
      {edges.map((edge) => (
        <GraphLine key={edge.id} edge={edge} />
      ))}
    </svg>
  );
}

function Tools({
  zoom,
  fit,
  children,
}: Pick<GraphView, 'zoom' | 'fit'> & { readonly children: ReactNode }): ReactNode {
  return (
    <div className="graph-tools" role="group" aria-label="View of the graph">
      <Button look="quiet" label="Zoom in" onPress={() => zoom(1.25)}>
        +
      </Button>
      <Button look="quiet" label="Zoom out" onPress={() => zoom(0.8)}>
        −
      </Button>
      <Button look="quiet" onPress={fit}>
        Show all
      </Button>
      {children}
    </div>
  );
}
