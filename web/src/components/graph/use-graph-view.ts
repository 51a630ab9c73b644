import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import type { NodePlace } from './nearest-node.ts';

interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The visible part of a graph. */
export interface GraphView {
  readonly view: View;
  readonly setView: Dispatch<SetStateAction<View>>;
  readonly move: (x: number, y: number) => void;
  readonly zoom: (factor: number, at?: { readonly x: number; readonly y: number }) => void;
  /** Shows the whole graph. */
  readonly fit: () => void;
}

const [MIN_SCALE, MAX_SCALE] = [0.2, 2];
/** The smallest scale at which names are read with ease; a graph that needs a smaller one is not shown whole at first. */
const READABLE_SCALE = 0.7;
/** Room for the tools below the graph, in CSS pixels. */
const TOOLS_HEIGHT = 48;

/** Pans and zooms a graph in `frame`. Starts with all of it, or with the node `middle` in the middle if it is too large; the node stays in place when others are added. */
export function useGraphView(
  frame: RefObject<HTMLElement | null>,
  {
    width,
    height,
    middle,
  }: {
    readonly width: number;
    readonly height: number;
    readonly middle: (NodePlace & { readonly id: string }) | undefined;
  },
): GraphView {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 });
  const zoom = useCallback<GraphView['zoom']>(
    (factor, at) => {
      const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
      const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
      setView((before) => {
        const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, before.scale * factor));
        const ratio = scale / before.scale;
        return {
          scale,
          x: point.x - (point.x - before.x) * ratio,
          y: point.y - (point.y - before.y) * ratio,
        };
      });
    },
    [frame],
  );
  const fit = useCallback(() => {
    if (frame.current) setView(whole(frame.current, { width, height }, MIN_SCALE));
  }, [frame, width, height]);
  useStart(frame, { width, height }, middle, setView);
  useWheel(frame, zoom);
  const move = (x: number, y: number): void => {
    setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  };
  return { view, setView, move, zoom, fit };
}

/** A size in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The whole graph in the middle of the frame, as large as it fits: between `least` and its natural size. */
function whole({ clientWidth, clientHeight }: HTMLElement, { width, height }: Size, least: number): View {
  const space = clientHeight - TOOLS_HEIGHT;
  const scale = Math.min(1, Math.max(least, Math.min(clientWidth / width, space / height)));
  return { scale, x: (clientWidth - width * scale) / 2, y: (space - height * scale) / 2 };
}

/** Shows the whole graph at first, or the part around a node if it does not fit; keeps the node in place afterwards. */
function useStart(
  frame: RefObject<HTMLElement | null>,
  graph: Size,
  middle: (NodePlace & { readonly id: string }) | undefined,
  setView: GraphView['setView'],
): void {
  const { height = 0, id, width = 0, x = 0, y = 0 } = middle ?? {};
  const { width: graphWidth, height: graphHeight } = graph;
  const place = useRef<{ readonly id: string; readonly x: number; readonly y: number }>(undefined);
  useLayoutEffect(() => {
    if (id === undefined || !frame.current) return;
    const before = place.current?.id === id ? place.current : undefined;
    place.current = { id, x, y };
    const { clientWidth, clientHeight } = frame.current;
    const all = whole(frame.current, { width: graphWidth, height: graphHeight }, READABLE_SCALE);
    const { scale } = all;
    const isWhole = all.x >= 0 && all.y >= 0;
    const around = {
      scale,
      x: clientWidth / 2 - (x + width / 2) * scale,
      y: clientHeight / 2 - (y + height / 2) * scale,
    };
    setView((shown) =>
      before === undefined
        ? isWhole
          ? all
          : around
        : // Visible nodes stay in place when nodes are added.
          { ...shown, x: shown.x + (before.x - x) * shown.scale, y: shown.y + (before.y - y) * shown.scale },
    );
  }, [frame, setView, height, id, width, x, y, graphWidth, graphHeight]);
}

/** Zooms with Ctrl or ⌘ and the wheel. */
function useWheel(frame: RefObject<HTMLElement | null>, zoom: GraphView['zoom']): void {
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
  }, [frame, zoom]);
}

/** The view, moved so that a node is within the frame. */
export function revealed(
  { x, y, scale }: View,
  node: NodePlace,
  { clientWidth, clientHeight }: { readonly clientWidth: number; readonly clientHeight: number },
): View {
  return {
    scale,
    x: x + shortfall(x + node.x * scale, node.width * scale, clientWidth),
    y: y + shortfall(y + node.y * scale, node.height * scale, clientHeight),
  };
}

/** How far to move so that `length` from `start` is within the frame. */
function shortfall(start: number, length: number, frame: number): number {
  const margin = 16;
  if (start < margin) return margin - start;
  return Math.min(0, frame - margin - (start + length));
}
