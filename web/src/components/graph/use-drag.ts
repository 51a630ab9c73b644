import { useRef, type PointerEvent } from 'react';

/** Pans the view by dragging, unless the pointer is on a control. */
export function useDrag(move: (x: number, y: number) => void): {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
} {
  const last = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const stop = (): void => {
    last.current = undefined;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('a, button')))
        return;
      last.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY }) => {
      if (!last.current) return;
      move(clientX - last.current.x, clientY - last.current.y);
      last.current = { x: clientX, y: clientY };
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
}
