import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import './grid.css';

/** Smallest width of an editor, in CSS pixels. */
const MIN_WIDTH = 240;
/** Space that an editor with a list needs below its cell, in CSS pixels. */
const WANTED_HEIGHT = 280;

interface Place {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  /** Set instead of `top` if there is no space below: the editor then grows upwards. */
  readonly bottom?: number;
}

/** Overlay on a cell that is being edited; may be larger than the cell, and follows it when the grid scrolls. */
export function CellPopup({ children }: { readonly children: ReactNode }): ReactNode {
  const marker = useRef<HTMLDivElement>(null);
  // Off-screen until it is positioned: a hidden element cannot take the focus.
  const [place, setPlace] = useState<Place>({ left: 0, top: -1_000, width: MIN_WIDTH });
  useLayoutEffect(() => {
    const update = (): void => {
      const cell = marker.current?.parentElement?.getBoundingClientRect();
      if (!cell) return;
      // Without the scroll bar, under which the editor would be cut off.
      const { clientWidth } = document.documentElement;
      const width = Math.min(Math.max(cell.width, MIN_WIDTH), clientWidth - 16);
      setPlace({
        width,
        left: Math.max(8, Math.min(cell.left, clientWidth - width - 8)),
        ...(cell.top > innerHeight - WANTED_HEIGHT
          ? { bottom: innerHeight - cell.bottom }
          : { top: cell.top }),
      });
    };
    update();
    addEventListener('scroll', update, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update, { capture: true });
      removeEventListener('resize', update);
    };
  }, []);
  return (
    <div
      ref={marker}
      className={classNames('cell-editor', place.top === undefined && 'cell-editor-up')}
      style={place}
    >
      {children}
    </div>
  );
}
