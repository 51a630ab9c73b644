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
