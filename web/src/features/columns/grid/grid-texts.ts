import type { GridRange } from '../../../components/grid/grid-cells.ts';
import type { ColumnsGridColumn } from './grid-columns.tsx';
import type { CellText } from '../edits/plan-edits.ts';
import type { SchemaColumn } from './schema-columns.ts';
import { formatTsv, parseTsv } from './tsv.ts';

type Rows = readonly SchemaColumn[];
type Cells = readonly ColumnsGridColumn[];

/** The text of cells for the clipboard. */
export function copied({ top, bottom, left, right }: GridRange, rows: Rows, cells: Cells): string {
  const chosen = cells.slice(left, right + 1);
  return formatTsv(rows.slice(top, bottom + 1).map((row) => chosen.map(({ textOf }) => textOf(row))));
}

/**
 * Texts of a paste, starting at the first cell of the range. A single text fills the whole range, as in spreadsheets.
 */
export function pasteTexts(range: GridRange, pasted: string, rows: Rows, cells: Cells): readonly CellText[] {
  const table = parseTsv(pasted);
  const single = table.length === 1 && table[0]?.length === 1 ? table[0][0] : undefined;
  if (single !== undefined) return rangeTexts(range, rows, cells, single);
  return table.flatMap((texts, down) =>
    texts.map((text, right) => cellText(rows[range.top + down], cells[range.left + right], text)),
  );
}

/** Texts that copy the rows of a source to those of a target, in turn; a target above its source is filled upwards. */
export function fillTexts(
  source: GridRange,
  { top, bottom, left, right }: GridRange,
  rows: Rows,
  cells: Cells,
): readonly CellText[] {
  const from = rows.slice(source.top, source.bottom + 1);
  return rows.slice(top, bottom + 1).flatMap((row, index) => {
    const steps = top < source.top ? bottom - top - index : index;
    const turn = steps % from.length;
    const original = from[top < source.top ? from.length - 1 - turn : turn];
    if (original === undefined) return [];
    return cells.slice(left, right + 1).map((cell) => cellText(row, cell, cell.exactTextOf(original)));
  });
}

/** One text for all cells of a range. */
export function rangeTexts(
  { top, bottom, left, right }: GridRange,
  rows: Rows,
  cells: Cells,
  text: string,
): readonly CellText[] {
  return rows
    .slice(top, bottom + 1)
    .flatMap((row) => cells.slice(left, right + 1).map((cell) => cellText(row, cell, text)));
}

function cellText(
  column: SchemaColumn | undefined,
  cell: ColumnsGridColumn | undefined,
  text: string,
): CellText {
  return { column, target: cell?.definition ?? cell?.label ?? '', text };
}
