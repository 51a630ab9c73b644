/** Position of a cell in a grid, from 0. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, both corners included. */
export interface GridRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cells between two corners. */
export function rangeBetween(a: GridCell, b: GridCell): GridRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

/** Whether a range includes a cell. */
export function isWithin({ top, bottom, left, right }: GridRange, { row, column }: GridCell): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** Number of cells in a range. */
export function cellCount({ top, bottom, left, right }: GridRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** Converts a grid cell to a data cell: the checkbox column is not data. */
export function dataCell({ row, column }: GridCell): GridCell {
  return { row, column: column - 1 };
}

/** Converts a range of grid cells to one of data cells. */
export function dataRange({ top, bottom, left, right }: GridRange): GridRange {
  return { top, bottom, left: Math.max(0, left - 1), right: Math.max(0, right - 1) };
}

/** Source and target of a fill. */
export interface GridFill {
  readonly source: GridRange;
  readonly target: GridRange;
}

/** What filling down a range copies: its first row to the others, or the row above to a single row. Undefined: nothing. */
export function fillOf(range: GridRange): GridFill | undefined {
  const { top, bottom } = range;
  if (top < bottom) return { source: { ...range, bottom: top }, target: { ...range, top: top + 1 } };
  const above = { ...range, top: top - 1, bottom: top - 1 };
  return top === 0 ? undefined : { source: above, target: range };
}

/** What dragging the fill handle of a range to a row fills; undefined if the row is within the range. */
export function fillTo(range: GridRange, row: number): GridFill | undefined {
  const { top, bottom } = range;
  if (row > bottom) return { source: range, target: { ...range, top: bottom + 1, bottom: row } };
  return row < top ? { source: range, target: { ...range, top: row, bottom: top - 1 } } : undefined;
}

/** The cell that a navigation key moves to; undefined for other keys. */
export function cellAfterKey(
  { row, column }: GridCell,
  { key, isControl }: { readonly key: string; readonly isControl: boolean },
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): GridCell | undefined {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  switch (key) {
    case 'ArrowUp':
      return { row: isControl ? 0 : Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: isControl ? lastRow : Math.min(lastRow, row + 1), column };
    case 'ArrowLeft':
      return { row, column: isControl ? 0 : Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: isControl ? lastColumn : Math.min(lastColumn, column + 1) };
    case 'Home':
      return { row: isControl ? 0 : row, column: 0 };
    case 'End':
      return { row: isControl ? lastRow : row, column: lastColumn };
    case 'PageUp':
      return { row: Math.max(0, row - size.page), column };
    case 'PageDown':
      return { row: Math.min(lastRow, row + size.page), column };
    default:
      return undefined;
  }
}

/** Whether an element is a grid cell, not an element within one. */
export function isGridCell(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset['cell'] !== undefined;
}

/** The cell that an element is in. */
export function cellOf(target: EventTarget | null): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = cell?.dataset['cell']?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Whether two positions are the same. */
export function isSameCell(a: GridCell, b: GridCell): boolean {
  return a.row === b.row && a.column === b.column;
}
