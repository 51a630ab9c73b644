import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { withMarks } from '../text/with-marks.ts';
import {
  cellCount,
  dataCell,
  dataRange,
  isSameCell,
  isWithin,
  type GridCell,
  type GridRange,
} from './grid-cells.ts';
import { GridHead } from './grid-head.tsx';
import { onGridKey } from './input/grid-keys.ts';
import type { DataGridProps, EditStart, GridMove } from './grid-props.ts';
import { GridRow } from './grid-row.tsx';
import { useChecks } from './input/use-checks.ts';
import { useClipboard } from './input/use-clipboard.ts';
import { useGridMouse } from './input/use-grid-mouse.ts';
import { useHorizontalScroll } from './use-horizontal-scroll.ts';
import { useRowKeys } from './input/row-keys.ts';
import { useSelection, type GridSelection } from './input/use-selection.ts';
import './grid.css';

/** Height of a row and of the head, in CSS pixels. */
const ROW_HEIGHT = 34;
/** Rows rendered beyond the visible ones. */
const MARGIN_ROWS = 4;

/**
 * A virtual grid for tens of thousands of rows and thousands of columns; renders only visible cells. Keys as in spreadsheets: arrows,
 * Home, End, Page Up and Page Down move, with Shift they select, as does dragging; Enter and typing replace, F2 edits, Delete clears,
 * Ctrl+D and the fill handle fill, Ctrl+A checks all rows, Shift+Space one. Copies and pastes tab-separated text. Labels sort.
 */
export function DataGrid<Row>(props: DataGridProps<Row>): ReactNode {
  const { label, describedBy, columns, rows, treeOf, canCheck = true } = props;
  const frame = useRef<HTMLDivElement>(null);
  const selection = useSelection(frame, columns.length + 1, props);
  const { range } = selection;
  const { editing, edit, close } = useEditing(props, selection);
  const checks = useChecks(props);
  const virtual = useVisibleRows(frame, rows.length, selection.focus.row);
  const { template, span } = useHorizontalScroll(frame, columns);
  const mouse = useGridMouse(props, { frame, selection, checks, edited: editing?.cell, edit });
  useClipboard(frame, {
    onCopy: () => (rows.length === 0 ? '' : props.onCopy(dataRange(range))),
    onPaste: (text) => {
      if (rows.length > 0) props.onPaste(dataRange(range), text);
    },
  });
  const { filled, ...onMouse } = mouse;
  const style: CSSProperties & Record<'--grid-columns', string> = {
    '--grid-columns': template,
    height: virtual.getTotalSize() + ROW_HEIGHT,
  };
  return (
    <div ref={frame} className="grid-frame">
      <div
        role={treeOf ? 'treegrid' : 'grid'}
        aria-label={withMarks(label)}
        aria-describedby={describedBy}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        className="grid"
        style={style}
        onKeyDown={(event) => {
          const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
          if (!editing) onGridKey(event, { props, frame, selection, checks, edit, page });
        }}
        {...onMouse}
      >
        <GridHead
          columns={columns}
          span={span}
          canCheck={canCheck}
          areAllChecked={checks.areAllChecked}
          onCheckAll={checks.checkAll}
          sort={props.sort}
          onSort={props.onSort}
          onDown={(column) => {
            selection.moveTo({ row: 0, column }, false);
          }}
        />
        <GridRows
          props={props}
          virtual={virtual}
          span={span}
          selection={selection}
          filled={filled}
          editing={editing}
          onClose={close}
        />
      </div>
      <span role="status" className="visually-hidden">
        {selection.hasRange &&
          cellCount(range) > 1 &&
          `${cellCount(range).toLocaleString('en')} cells selected`}
      </span>
    </div>
  );
}

interface Editing {
  readonly cell: GridCell;
  readonly start: EditStart;
}

/** Opens and closes the editor of a cell. */
function useEditing<Row>(
  { columns, rows, canEdit, onEditing }: DataGridProps<Row>,
  selection: GridSelection,
): {
  readonly editing: Editing | undefined;
  readonly edit: (cell: GridCell, start: EditStart) => boolean;
  readonly close: (move?: GridMove) => void;
} {
  const [editing, setEditing] = useState<Editing>();
  const { focus } = selection;
  return {
    editing,
    edit: (cell, start) => {
      if (cell.column === 0 || !canEdit(dataCell(cell))) return false;
      selection.place(cell);
      setEditing({ cell, start });
      onEditing(true);
      return true;
    },
    close: (move) => {
      setEditing(undefined);
      onEditing(false);
      if (!move) return;
      const row = Math.max(0, Math.min(focus.row + move.rows, rows.length - 1));
      const column = Math.max(1, Math.min(focus.column + move.columns, columns.length));
      selection.moveTo({ row, column }, false);
    },
  };
}

type VisibleRows = Virtualizer<HTMLDivElement, Element>;

function useVisibleRows(
  frame: RefObject<HTMLDivElement | null>,
  count: number,
  focusedRow: number,
): VisibleRows {
  return useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: MARGIN_ROWS,
    scrollMargin: ROW_HEIGHT,
    // The focused cell stays rendered, or scrolling would lose the focus.
    rangeExtractor: (shown) => {
      const indexes = defaultRangeExtractor(shown);
      if (count === 0 || indexes.includes(focusedRow)) return indexes;
      return [...indexes, focusedRow].sort((a, b) => a - b);
    },
  });
}

/** The rendered rows. */
function GridRows<Row>({
  props,
  virtual,
  span,
  selection: { focus, range },
  filled,
  editing,
  onClose,
}: {
  readonly props: DataGridProps<Row>;
  readonly virtual: VisibleRows;
  readonly span: { readonly first: number; readonly last: number };
  readonly selection: GridSelection;
  readonly filled: GridRange | undefined;
  readonly editing: Editing | undefined;
  readonly onClose: (move?: GridMove) => void;
}): ReactNode {
  const { columns, rows, keyOf, nameOf, checked, treeOf, canCheck = true, renderEditor } = props;
  const items = virtual.getVirtualItems();
  const keys = useRowKeys(items);
  const corner = { row: range.bottom, column: range.right };
  const hasHandle = !editing && range.left > 0 && rows.length > 1 && props.canEdit(dataCell(corner));
  const isOne = isSameCell({ row: range.top, column: range.left }, corner);
  return items.map(({ index, start }) => {
    const row = rows[index];
    if (row === undefined) return null;
    const tree = treeOf?.(row);
    const isEdited = editing?.cell.row === index;
    const isInRange = !isOne && isWithin(range, { row: index, column: range.left });
    const isFilled = filled !== undefined && isWithin(filled, { row: index, column: filled.left });
    return (
      <GridRow
        key={keys.get(index)}
        row={row}
        index={index}
        top={start}
        name={nameOf(row)}
        columns={columns}
        firstColumn={span.first}
        lastColumn={span.last}
        canCheck={canCheck}
        isChecked={checked.has(keyOf(row))}
        level={tree?.level}
        isExpanded={tree?.isExpanded}
        focusColumn={index === focus.row ? focus.column : -1}
        rangeLeft={isInRange ? range.left : -1}
        rangeRight={isInRange ? range.right : -1}
        fillLeft={isFilled ? filled.left : -1}
        fillRight={isFilled ? filled.right : -1}
        handleColumn={hasHandle && index === corner.row ? corner.column : -1}
        editColumn={isEdited ? editing.cell.column : -1}
        editor={isEdited ? renderEditor(dataCell(editing.cell), editing.start, onClose) : undefined}
      />
    );
  });
}
