import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { cellAfterKey, isGridCell, rangeBetween, type GridCell, type GridRange } from './grid-cells.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow, type GridColumn } from './grid-row.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useRowKeys } from './row-keys.ts';
import { useRowPlace } from './use-row-place.ts';
import { useHorizontalScroll } from './use-horizontal-scroll.ts';
import './grid.css';

/** Height of a row and of the head, in CSS pixels. */
const ROW_HEIGHT = 34;
/** Rows rendered beyond the visible ones. */
const MARGIN_ROWS = 4;

/** How an editor begins: with the first character typed, or with the cell's text, selected or not. */
export type EditStart = { readonly typed: string } | { readonly isSelected: boolean };

/** Where the focus goes from a cell. */
export interface GridMove {
  readonly rows: number;
  readonly columns: number;
}

/** Actions on the cells of a grid. */
export interface GridActions {
  /** Starts to edit a cell; false if it cannot be edited. */
  readonly canEdit: (cell: GridCell) => boolean;
  /** The clipboard text of the copied cells. */
  readonly onCopy: (range: GridRange) => string;
  readonly onPaste: (range: GridRange, text: string) => void;
  readonly onClear: (range: GridRange) => void;
  readonly onFillDown: (range: GridRange) => void;
  readonly onUndo: () => void;
  /** Called when an editor opens and when it has closed; rows must not be added or removed in between. */
  readonly onEditing: (isEditing: boolean) => void;
}

interface DataGridProps<Row> extends GridActions {
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Name of a row, for its checkbox. */
  readonly nameOf: (row: Row) => string;
  /** Whether rows have checkboxes; default true. */
  readonly canCheck?: boolean;
  readonly checked: ReadonlySet<string>;
  readonly onCheck: (checked: ReadonlySet<string>) => void;
  /** Whether "Select all rows" includes a row. */
  readonly isCheckable: (row: Row) => boolean;
  /** Position of a row in the tree; absent if the grid has none. */
  readonly treeOf?:
    | ((row: Row) => { readonly level: number; readonly isExpanded: boolean | undefined })
    | undefined;
  readonly onToggle?: (row: Row) => void;
  /** Editor of a cell. `close` ends editing; with a move it also returns the focus to the grid. */
  readonly renderEditor: (cell: GridCell, start: EditStart, close: (move?: GridMove) => void) => ReactNode;
}

/**
 * A virtual grid for tens of thousands of rows and thousands of columns; renders only visible cells. Keys as in spreadsheets: arrows,
 * Home, End, Page Up and Page Down move, with Shift they select; Enter and typing replace, F2 edits, Delete clears, Ctrl+D fills down, Ctrl+A
 * checks all rows, Shift+Space one. Copies and pastes tab-separated text.
 */
export function DataGrid<Row>(props: DataGridProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, nameOf, checked, onCheck, isCheckable, treeOf, onToggle } = props;
  const { canCheck = true } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<GridCell>({ row: 0, column: 1 });
  const [anchor, setAnchor] = useState<GridCell | undefined>();
  const [editing, setEditing] = useState<{ readonly cell: GridCell; readonly start: EditStart }>();
  const lastChecked = useRef<number | undefined>(undefined);
  const takesFocus = useRef(false);

  const columnCount = columns.length + 1;
  const focus = {
    row: Math.max(0, Math.min(place.row, rows.length - 1)),
    column: Math.min(place.column, columnCount - 1),
  };
  const corner = anchor && anchor.row < rows.length ? anchor : focus;
  const range = rangeBetween(corner, focus);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: MARGIN_ROWS,
    scrollMargin: ROW_HEIGHT,
    // The focused cell stays rendered, or scrolling would lose the focus.
    rangeExtractor: (shown) => {
      const indexes = defaultRangeExtractor(shown);
      if (rows.length === 0 || indexes.includes(focus.row)) return indexes;
      return [...indexes, focus.row].sort((a, b) => a - b);
    },
  });

  const items = virtual.getVirtualItems();
  const keys = useRowKeys(items);
  const { template, span } = useHorizontalScroll(frame, columns);

  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const cell = frame.current?.querySelector<HTMLElement>(`[data-cell="${focus.row}:${focus.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  useRowPlace(frame, props, place.row, (row) => {
    moveTo({ ...place, row }, false);
  });
  const moveTo = (cell: GridCell, isSelecting: boolean): void => {
    takesFocus.current = true;
    // The first columns are sticky, so scrolling to one of their cells would do nothing.
    if (cell.column <= 1 && cell.column < focus.column) frame.current?.scrollTo({ left: 0 });
    setAnchor(isSelecting ? corner : undefined);
    setPlace(cell);
  };
  const edit = (cell: GridCell, start: EditStart): boolean => {
    if (cell.column === 0 || !props.canEdit(dataCell(cell))) return false;
    setAnchor(undefined);
    setPlace(cell);
    setEditing({ cell, start });
    props.onEditing(true);
    return true;
  };
  const closeEditor = (move?: GridMove): void => {
    setEditing(undefined);
    props.onEditing(false);
    if (!move) return;
    takesFocus.current = true;
    setPlace({
      row: Math.max(0, Math.min(focus.row + move.rows, rows.length - 1)),
      column: Math.max(1, Math.min(focus.column + move.columns, columnCount - 1)),
    });
  };
  const check = (index: number, isRange: boolean): void => {
    const row = rows[index];
    if (row === undefined || !canCheck) return;
    const next = new Set(checked);
    const isOn = !checked.has(keyOf(row));
    const from = isRange ? (lastChecked.current ?? index) : index;
    for (const one of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (isOn) next.add(keyOf(one));
      else next.delete(keyOf(one));
    }
    lastChecked.current = index;
    onCheck(next);
  };
  const areAllChecked = useMemo(() => {
    const checkable = rows.filter(isCheckable);
    return checkable.length > 0 && checkable.every((row) => checked.has(keyOf(row)));
  }, [rows, isCheckable, checked, keyOf]);
  const checkAll = (isOn: boolean): void => {
    if (canCheck) onCheck(isOn ? new Set(rows.filter(isCheckable).map(keyOf)) : new Set());
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (editing || rows.length === 0 || !isGridCell(event.target)) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (handleKey(event.key, isControl, event.shiftKey, event.altKey)) event.preventDefault();
  };
  const handleKey = (key: string, isControl: boolean, isShift: boolean, isAlt: boolean): boolean => {
    if (isAlt) return false;
    const row = rows[focus.row];
    const tree = row === undefined ? undefined : treeOf?.(row);
    if (row !== undefined && !isControl && !isShift && focus.column === 1) {
      const folds =
        (key === 'ArrowLeft' && tree?.isExpanded === true) ||
        (key === 'ArrowRight' && tree?.isExpanded === false);
      if (folds) {
        onToggle?.(row);
        return true;
      }
    }
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const next = cellAfterKey(focus, { key, isControl }, { rows: rows.length, columns: columnCount, page });
    if (next) {
      moveTo(next, isShift);
      return true;
    }
    if (key === ' ' && (focus.column === 0 || isShift)) {
      check(focus.row, isShift && focus.column === 0);
      return true;
    }
    if (isControl) {
      if (key === 'a') checkAll(true);
      else if (key === 'd') props.onFillDown(dataRange(range));
      else if (key === 'z') props.onUndo();
      else return false;
      return true;
    }
    if (key === 'Escape' && (anchor !== undefined || checked.size > 0)) {
      setAnchor(undefined);
      if (anchor === undefined) checkAll(false);
      return true;
    }
    if (key === 'Delete' || key === 'Backspace') {
      props.onClear(dataRange(range));
      return true;
    }
    if (key === 'Enter' || key === 'F2') return edit(focus, { isSelected: key === 'Enter' });
    return key.length === 1 && key !== ' ' && edit(focus, { typed: key });
  };
  const onMouseDown = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0 || (editing && sameCell(editing.cell, cell))) return;
    if (event.shiftKey) {
      // Prevents the browser from selecting the text in between.
      event.preventDefault();
      if (cell.column > 0) moveTo(cell, true);
      return;
    }
    setAnchor(undefined);
    setPlace(cell);
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const cell = cellOf(event.target);
    const row = cell && rows[cell.row];
    if (!cell || row === undefined) return;
    if (event.target instanceof Element && event.target.closest('.grid-fold') !== null) onToggle?.(row);
    else if (cell.column === 0) check(cell.row, event.shiftKey);
  };
  useClipboard(frame, {
    onCopy: () => (rows.length === 0 ? '' : props.onCopy(dataRange(range))),
    onPaste: (text) => {
      if (rows.length > 0) props.onPaste(dataRange(range), text);
    },
  });

  const style: CSSProperties & Record<'--grid-columns', string> = {
    '--grid-columns': template,
    height: virtual.getTotalSize() + ROW_HEIGHT,
  };
  return (
    <div ref={frame} className="grid-frame">
      <div
        role={treeOf ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columnCount}
        aria-multiselectable="true"
        className="grid"
        style={style}
        onKeyDown={onKeyDown}
        onMouseDown={onMouseDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          const cell = cellOf(event.target);
          if (cell && !(editing && sameCell(editing.cell, cell))) edit(cell, { isSelected: true });
        }}
      >
        <GridHead
          columns={columns}
          span={span}
          canCheck={canCheck}
          areAllChecked={areAllChecked}
          onCheckAll={checkAll}
        />
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isInRange =
            index >= range.top &&
            index <= range.bottom &&
            (range.top !== range.bottom || range.left !== range.right);
          const tree = treeOf?.(row);
          const isEdited = editing?.cell.row === index;
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
              editColumn={isEdited ? editing.cell.column : -1}
              editor={
                isEdited ? props.renderEditor(dataCell(editing.cell), editing.start, closeEditor) : undefined
              }
            />
          );
        })}
      </div>
    </div>
  );
}

/** Converts a grid cell to a data cell: the checkbox column is not data. */
function dataCell({ row, column }: GridCell): GridCell {
  return { row, column: column - 1 };
}

function dataRange({ top, bottom, left, right }: GridRange): GridRange {
  return { top, bottom, left: Math.max(0, left - 1), right: Math.max(0, right - 1) };
}

function sameCell(a: GridCell, b: GridCell): boolean {
  return a.row === b.row && a.column === b.column;
}

function cellOf(target: EventTarget): GridCell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = cell?.dataset['cell']?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
