import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { rangeBetween, type GridCell, type GridRange } from '../grid-cells.ts';
import { useRowPlace } from '../use-row-place.ts';

/** The focused cell of a grid and the selected cells around it. Cells count the checkbox column. */
export interface GridSelection {
  readonly focus: GridCell;
  readonly range: GridRange;
  readonly hasRange: boolean;
  /** Focuses a cell; selecting keeps the other corner of the range. */
  readonly moveTo: (cell: GridCell, isSelecting: boolean) => void;
  /** Selects the cells between two corners, and focuses the second. */
  readonly select: (from: GridCell, to: GridCell) => void;
  /** Makes a cell the current one without moving the browser's focus. */
  readonly place: (cell: GridCell) => void;
  readonly clearRange: () => void;
}

/** Tracks the focused cell and the range; the focus follows its row if rows above it are added or removed. */
export function useSelection<Row>(
  frame: RefObject<HTMLDivElement | null>,
  columnCount: number,
  list: { readonly rows: readonly Row[]; readonly keyOf: (row: Row) => string },
): GridSelection {
  const [placed, setPlaced] = useState<GridCell>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<GridCell | undefined>();
  const takesFocus = useRef(false);
  const { rows } = list;
  const focus = {
    row: Math.max(0, Math.min(placed.row, rows.length - 1)),
    column: Math.min(placed.column, columnCount - 1),
  };
  const corner = anchor && anchor.row < rows.length ? anchor : focus;
  const moveTo = (cell: GridCell, isSelecting: boolean): void => {
    takesFocus.current = true;
    // The first columns are sticky, so scrolling to one of their cells would do nothing.
    if (cell.column <= 1 && cell.column < focus.column) frame.current?.scrollTo({ left: 0 });
    setAnchor(isSelecting ? corner : undefined);
    setPlaced(cell);
  };
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${focus.row}:${focus.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  useRowPlace(frame, list, placed.row, (row) => {
    moveTo({ ...placed, row }, false);
  });
  return {
    focus,
    range: rangeBetween(corner, focus),
    hasRange: anchor !== undefined,
    moveTo,
    select: (from, to) => {
      takesFocus.current = true;
      setAnchor(from);
      setPlaced(to);
    },
    place: (cell) => {
      setAnchor(undefined);
      setPlaced(cell);
    },
    clearRange: () => {
      setAnchor(undefined);
    },
  };
}
