/** Width of a grid column, in rem. */
export interface ColumnWidth {
  readonly width: number;
  /** Minimum width, to which it shrinks to make room for others. */
  readonly leastWidth: number;
}

/** Range of rendered columns, from 0, both ends included. */
export interface ColumnSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * Widths of columns that share a space, rounded to whole units: they fill the space if they fit at their minimum widths;
 * otherwise each has its minimum.
 */
export function sharedWidths(columns: readonly ColumnWidth[], space: number): readonly number[] {
  const sum = (part: (column: ColumnWidth) => number): number =>
    columns.reduce((total, column) => total + part(column), 0);
  const [usual, least] = [sum(({ width }) => width), sum(({ leastWidth }) => leastWidth)];
  if (usual <= space) return columns.map(({ width }) => Math.floor((width * space) / usual));
  const share = usual === least ? 0 : Math.max(0, (space - least) / (usual - least));
  return columns.map(({ width, leastWidth }) => Math.floor(leastWidth + (width - leastWidth) * share));
}

/** The columns that overlap the range from `start` to `end`. */
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
