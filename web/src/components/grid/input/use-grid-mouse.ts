import { useState, type MouseEvent, type RefObject } from 'react';
import {
  cellOf,
  dataRange,
  fillTo,
  isSameCell,
  type GridCell,
  type GridFill,
  type GridRange,
} from '../grid-cells.ts';
import type { DataGridProps, EditStart } from '../grid-props.ts';
import { useCellDrag } from './use-cell-drag.ts';
import type { RowChecks } from './use-checks.ts';
import type { GridSelection } from './use-selection.ts';

/** Handlers of a grid for the mouse, and the cells that the dragged fill handle would fill. */
export interface GridMouse {
  readonly filled: GridRange | undefined;
  readonly onMouseDown: (event: MouseEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onDoubleClick: (event: MouseEvent) => void;
  readonly onDragStart: (event: { readonly preventDefault: () => void }) => void;
}

/** Selects cells by clicking and dragging, fills by dragging the handle, checks and folds rows. */
export function useGridMouse<Row>(
  { rows, onToggle, onFill }: DataGridProps<Row>,
  {
    frame,
    selection,
    checks,
    edited,
    edit,
  }: {
    readonly frame: RefObject<HTMLElement | null>;
    readonly selection: GridSelection;
    readonly checks: RowChecks;
    /** The cell with the editor. */
    readonly edited: GridCell | undefined;
    readonly edit: (cell: GridCell, start: EditStart) => boolean;
  },
): GridMouse {
  const follow = useCellDrag(frame);
  const { filled, dragHandle } = useFillHandle(follow, selection, onFill);
  const isEdited = (cell: GridCell): boolean => edited !== undefined && isSameCell(edited, cell);
  return {
    filled,
    onMouseDown: (event) => {
      const cell = cellOf(event.target);
      if (!cell || event.button !== 0 || isEdited(cell)) return;
      if (isInside(event.target, '.grid-handle')) {
        // The focus stays in the grid.
        event.preventDefault();
        dragHandle();
        return;
      }
      if (event.shiftKey) {
        // Prevents the browser from selecting the text in between.
        event.preventDefault();
        if (cell.column > 0) selection.moveTo(cell, true);
        return;
      }
      selection.place(cell);
      if (cell.column === 0) return;
      follow({
        onCell: (to) => {
          if (!isSameCell(to, cell) || selection.hasRange) {
            selection.select(cell, { ...to, column: Math.max(1, to.column) });
          }
        },
        onEnd: (isCancelled) => {
          if (isCancelled) selection.moveTo(cell, false);
        },
      });
    },
    onClick: (event) => {
      const cell = cellOf(event.target);
      const row = cell && rows[cell.row];
      if (!cell || row === undefined) return;
      if (isInside(event.target, '.grid-fold')) onToggle?.(row);
      else if (cell.column === 0) checks.check(cell.row, event.shiftKey);
    },
    onDoubleClick: (event) => {
      const cell = cellOf(event.target);
      if (cell && !isEdited(cell)) edit(cell, { isSelected: true });
    },
    // Names are links; dragging one would drag its address instead of selecting cells.
    onDragStart: (event) => {
      event.preventDefault();
    },
  };
}

/** Fills cells by dragging the handle at the corner of the selection. */
function useFillHandle(
  follow: ReturnType<typeof useCellDrag>,
  selection: GridSelection,
  onFill: (fill: GridFill) => void,
): { readonly filled: GridRange | undefined; readonly dragHandle: () => void } {
  const [fill, setFill] = useState<GridFill>();
  const dragHandle = (): void => {
    const { range } = selection;
    let next: GridFill | undefined;
    follow({
      onCell: ({ row }) => {
        next = fillTo(range, row);
        setFill(next);
      },
      onEnd: (isCancelled) => {
        setFill(undefined);
        if (!next || isCancelled) return;
        onFill({ source: dataRange(next.source), target: dataRange(next.target) });
        const { top, bottom, left, right } = range;
        const rowsOfBoth = [top, bottom, next.target.top, next.target.bottom];
        selection.select(
          { row: Math.min(...rowsOfBoth), column: left },
          { row: Math.max(...rowsOfBoth), column: right },
        );
      },
    });
  };
  return { filled: fill?.target, dragHandle };
}

function isInside(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
