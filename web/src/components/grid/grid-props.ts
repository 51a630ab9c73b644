import type { ReactNode } from 'react';
import type { GridCell, GridFill, GridRange } from './grid-cells.ts';
import type { GridColumn } from './grid-row.tsx';

/** How an editor begins: with the first character typed, or with the cell's text, selected or not. */
export type EditStart = { readonly typed: string } | { readonly isSelected: boolean };

/** Where the focus goes from a cell. */
export interface GridMove {
  readonly rows: number;
  readonly columns: number;
}

/** Order of the rows: by a column, by its id. */
export interface GridSort {
  readonly id: string;
  readonly isDescending: boolean;
}

/** Actions on the cells of a grid. */
export interface GridActions {
  /** Whether a cell can be edited. */
  readonly canEdit: (cell: GridCell) => boolean;
  /** The clipboard text of the copied cells. */
  readonly onCopy: (range: GridRange) => string;
  readonly onPaste: (range: GridRange, text: string) => void;
  readonly onClear: (range: GridRange) => void;
  /** Copies the rows of the source over the target, in turn. Both have the same columns. Undefined: there is no row above to copy. */
  readonly onFill: (fill: GridFill | undefined) => void;
  readonly onUndo: () => void;
  /** Called when an editor opens and when it has closed; rows must not be added or removed in between. */
  readonly onEditing: (isEditing: boolean) => void;
}

/** Rows with checkboxes. */
export interface GridChecks<Row> {
  /** Whether rows have checkboxes; default true. */
  readonly canCheck?: boolean;
  readonly checked: ReadonlySet<string>;
  readonly onCheck: (checked: ReadonlySet<string>) => void;
  /** Whether "Select all rows" includes a row. */
  readonly isCheckable: (row: Row) => boolean;
}

/** Props of a grid. */
export interface DataGridProps<Row> extends GridActions, GridChecks<Row> {
  readonly label: string;
  /** Id of the element that explains how to use the grid. */
  readonly describedBy?: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Name of a row, for its checkbox. */
  readonly nameOf: (row: Row) => string;
  /** Position of a row in the tree; absent if the grid has none. */
  readonly treeOf?:
    | ((row: Row) => { readonly level: number; readonly isExpanded: boolean | undefined })
    | undefined;
  readonly onToggle?: (row: Row) => void;
  readonly sort: GridSort | undefined;
  readonly onSort: (sort: GridSort | undefined) => void;
  /** Editor of a cell. `close` ends editing; with a move it also returns the focus to the grid. */
  readonly renderEditor: (cell: GridCell, start: EditStart, close: (move?: GridMove) => void) => ReactNode;
}
