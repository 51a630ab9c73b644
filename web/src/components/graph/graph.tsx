import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Button } from '../controls/button.tsx';
import { nearestNode, type NodePlace } from './nearest-node.ts';
import { GraphLine, type GraphEdge } from './graph-line.tsx';
import { useDrag } from './use-drag.ts';
import './graph.css';

/** A positioned node; its content is rendered in a box of this size. */
export interface GraphNode extends NodePlace {
  readonly id: string;
  readonly content: ReactNode;
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const [MIN_SCALE, MAX_SCALE] = [0.2, 2];

/** Pixels by which an arrow key moves. */
const STEP = 60;

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
}: {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
  /** Id of the node that is centered at first. */
  readonly center: string;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const zoom = useCallback((factor: number, at?: { readonly x: number; readonly y: number }) => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    setView((before) => {
      const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, before.scale * factor));
      const ratio = scale / before.scale;
      return { scale, x: point.x - (point.x - before.x) * ratio, y: point.y - (point.y - before.y) * ratio };
    });
  }, []);
  const fit = useCallback(() => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const scale = Math.min(
      1,
      Math.max(MIN_SCALE, Math.min(clientWidth / (width + 40), clientHeight / (height + 40))),
    );
    setView({ scale, x: (clientWidth - width * scale) / 2, y: (clientHeight - height * scale) / 2 });
  }, [width, height]);

  const middle = nodes.find(({ id }) => id === center);
  const {
    height: middleHeight = 0,
    id: middleId,
    width: middleWidth = 0,
    x: middleX = 0,
    y: middleY = 0,
  } = middle ?? {};
  const place = useRef<{ readonly id: string; readonly x: number; readonly y: number }>(undefined);
  useLayoutEffect(() => {
    if (middleId === undefined || !frame.current) return;
    const before = place.current?.id === middleId ? place.current : undefined;
    place.current = { id: middleId, x: middleX, y: middleY };
    const { clientWidth, clientHeight } = frame.current;
    setView((shown) =>
      before === undefined
        ? {
            scale: 1,
            x: clientWidth / 2 - middleX - middleWidth / 2,
            y: clientHeight / 2 - middleY - middleHeight / 2,
          }
        : // Visible nodes stay in place when nodes are added.
          {
            ...shown,
            x: shown.x + (before.x - middleX) * shown.scale,
            y: shown.y + (before.y - middleY) * shown.scale,
          },
    );
  }, [middleHeight, middleId, middleWidth, middleX, middleY]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // React's listener is passive and cannot prevent the page from zooming.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [zoom]);

  const move = (x: number, y: number): void => {
    setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  };
  const drag = useDrag(move);
  const focusOn = (node: GraphNode | undefined): void => {
    const shown = [...(frame.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])];
    shown
      .find(({ dataset }) => dataset['node'] === node?.id)
      ?.querySelector<HTMLElement>('a, button')
      ?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target === event.currentTarget) {
      const act = {
        ...keys(move, zoom, fit),
        Enter: () => {
          focusOn(middle);
        },
      }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
      return;
    }
    const id = event.target.closest<HTMLElement>('[data-node]')?.dataset['node'];
    const from = nodes.find((node) => node.id === id);
    if (!from || !(event.key.startsWith('Arrow') || event.key === 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Escape') frame.current?.focus();
    else focusOn(nearestNode(from, nodes, event.key));
  };
  const reveal = (node: GraphNode): void => {
    const element = frame.current;
    if (!element) return;
    // Undo the browser's scrolling to the focused node: the view moves instead.
    element.scrollTo(0, 0);
    setView((before) => ({
      ...before,
      x:
        before.x +
        shortfall(before.x + node.x * before.scale, node.width * before.scale, element.clientWidth),
      y:
        before.y +
        shortfall(before.y + node.y * before.scale, node.height * before.scale, element.clientHeight),
    }));
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
      <div className="graph-tools" role="group" aria-label="View of the graph">
        <Button
          look="quiet"
          label="Zoom in"
          onPress={() => {
            zoom(1.25);
          }}
        >
          +
        </Button>
        <Button
          look="quiet"
          label="Zoom out"
          onPress={() => {
            zoom(0.8);
          }}
        >
          −
        </Button>
        <Button look="quiet" onPress={fit}>
          Show all
        </Button>
      </div>
    </div>
  );
}

function keys(
  move: (x: number, y: number) => void,
  zoom: (factor: number) => void,
  fit: () => void,
): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => {
      move(STEP, 0);
    },
    ArrowRight: () => {
      move(-STEP, 0);
    },
    ArrowUp: () => {
      move(0, STEP);
    },
    ArrowDown: () => {
      move(0, -STEP);
    },
    '+': () => {
      zoom(1.25);
    },
    '=': () => {
      zoom(1.25);
    },
    '-': () => {
      zoom(0.8);
    },
    '0': fit,
  };
}

/** How far to move so that `length` from `start` is within the frame. */
function shortfall(start: number, length: number, frame: number): number {
  const margin = 16;
  if (start < margin) return margin - start;
  return Math.min(0, frame - margin - (start + length));
}
