import { useEffect, useState, type RefObject } from 'react';
import { cellOf, type GridCell } from '../grid-cells.ts';

/** Pixels that a frame of the animation scrolls while the pointer is beyond the edge of the grid. */
const SCROLL_STEP = 12;
/** Height of the head, and width of the checkbox column, in CSS pixels: sticky, so they cover cells. */
const HEAD = { height: 36, width: 42 };

interface Drag {
  readonly onCell: (cell: GridCell) => void;
  readonly onEnd: (isCancelled: boolean) => void;
}

/**
 * Follows the pointer over the cells of a grid until the button is released; Escape cancels. Beyond an edge the grid scrolls.
 * Returns a function that starts following.
 */
export function useCellDrag(frame: RefObject<HTMLElement | null>): (drag: Drag) => void {
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => {
    const element = frame.current;
    if (!drag || !element) return undefined;
    return followPointer(element, drag, () => {
      setDrag(undefined);
    });
  }, [drag, frame]);
  return setDrag;
}

function followPointer(frame: HTMLElement, drag: Drag, onDone: () => void): () => void {
  const stopper = new AbortController();
  const { signal } = stopper;
  let point: { readonly x: number; readonly y: number } | undefined;
  let shown = '';
  let animation = 0;
  const follow = (): void => {
    if (!point) return;
    const cell = cellAt(frame, point);
    if (cell && shown !== `${cell.row}:${cell.column}`) {
      shown = `${cell.row}:${cell.column}`;
      drag.onCell(cell);
    }
  };
  const scroll = (): void => {
    const by = point && beyond(frame, point);
    if (by && (by.left !== 0 || by.top !== 0)) {
      frame.scrollBy(by);
      follow();
    }
    animation = requestAnimationFrame(scroll);
  };
  const end = (isCancelled: boolean): void => {
    stopper.abort();
    cancelAnimationFrame(animation);
    drag.onEnd(isCancelled);
    onDone();
  };
  const onMove = ({ clientX: x, clientY: y, buttons }: MouseEvent): void => {
    if (buttons % 2 === 0) {
      end(false);
      return;
    }
    if (point === undefined) animation = requestAnimationFrame(scroll);
    point = { x, y };
    follow();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(true);
  };
  document.addEventListener('mousemove', onMove, { signal });
  document.addEventListener(
    'mouseup',
    () => {
      end(false);
    },
    { signal },
  );
  document.addEventListener('keydown', onKey, { signal, capture: true });
  return () => {
    stopper.abort();
    cancelAnimationFrame(animation);
  };
}

/** How far to scroll towards a point outside of the visible cells. */
function beyond(
  frame: HTMLElement,
  { x, y }: { readonly x: number; readonly y: number },
): {
  readonly left: number;
  readonly top: number;
} {
  const { left, right, top, bottom } = frame.getBoundingClientRect();
  const step = (low: number, high: number, at: number): number =>
    at < low ? -SCROLL_STEP : at > high ? SCROLL_STEP : 0;
  return { left: step(left, right, x), top: step(top + HEAD.height, bottom, y) };
}

/** The visible cell at a point, or the nearest one. */
function cellAt(
  frame: HTMLElement,
  { x, y }: { readonly x: number; readonly y: number },
): GridCell | undefined {
  const { left, top } = frame.getBoundingClientRect();
  const inside = (at: number, low: number, high: number): number => Math.max(low, Math.min(at, high));
  const element = document.elementFromPoint(
    inside(x, left + HEAD.width + 1, left + frame.clientWidth - 2),
    inside(y, top + HEAD.height + 1, top + frame.clientHeight - 2),
  );
  return element && frame.contains(element) ? cellOf(element) : undefined;
}
