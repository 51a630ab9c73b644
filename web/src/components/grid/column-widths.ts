/** How wide a column of a grid is, in rem. */
export interface ColumnWidth {
  readonly width: number;
  /** Down to this width it makes room for the others. */
  readonly leastWidth: number;
}

/** Columns of which cells are drawn, counted from 0, both included. */
export interface ColumnSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The widths of columns that share a space, in whole parts of its unit: all of it if they fit at their least width, else each
 * that.
 */
export function sharedWidths(columns: readonly ColumnWidth[], space: number): readonly number[] {
  const sum = (part: (column: ColumnWidth) => number): number =>
    columns.reduce((total, column) => total + part(column), 0);
  const [usual, least] = [sum(({ width }) => width), sum(({ leastWidth }) => leastWidth)];
  if (usual <= space) return columns.map(({ width }) => Math.floor((width * space) / usual));
  const share = usual === least ? 0 : Math.max(0, (space - least) / (usual - least));
  return columns.map(({ width, leastWidth }) => Math.floor(leastWidth + (width - leastWidth) * share));
}

/** The columns of which any part lies between two places. */
export function spanBetween(widths: readonly number[], start: number, end: number): ColumnSpan {
  let edge = 0;
  let first = widths.length - 1;
  let last = 0;
  for (const [index, width] of widths.entries()) {
    const from = edge;
    edge += width;
    if (edge > start) first = Math.min(first, index);
    if (from < end) last = index;
  }
  return { first, last };
}
