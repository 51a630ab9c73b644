import { printable } from '../util/printable.ts';

export { printable };

/** JSON, indented by two spaces. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Aligned columns with headings, without trailing spaces. Control characters in cells are escaped. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(printable))];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines.map((line) => alignedLine(line, widths)).join('\n');
}

/** `1 dataset`, `2 datasets`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function alignedLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}
