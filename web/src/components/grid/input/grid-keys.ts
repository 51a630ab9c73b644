import type { KeyboardEvent, RefObject } from 'react';
import { isWithControl } from '../../with-control.ts';
import { cellAfterKey, dataRange, fillOf, isGridCell, type GridCell } from '../grid-cells.ts';
import { focusHead } from '../grid-head.tsx';
import type { DataGridProps, EditStart } from '../grid-props.ts';
import type { RowChecks } from './use-checks.ts';
import type { GridSelection } from './use-selection.ts';

/** What the keys of a grid act on. */
export interface KeyTarget<Row> {
  readonly props: DataGridProps<Row>;
  readonly frame: RefObject<HTMLElement | null>;
  readonly selection: GridSelection;
  readonly checks: RowChecks;
  readonly edit: (cell: GridCell, start: EditStart) => boolean;
  /** Rows that Page Up and Page Down move. */
  readonly page: number;
}

/** Handles a key pressed on a cell. */
export function onGridKey<Row>(event: KeyboardEvent<HTMLElement>, target: KeyTarget<Row>): void {
  if (target.props.rows.length === 0 || !isGridCell(event.target) || event.altKey) return;
  const isHandled =
    foldsRow(event, target) || moves(event, target) || checks(event, target) || changes(event, target);
  if (isHandled) event.preventDefault();
}

function foldsRow<Row>(event: KeyboardEvent, { props, selection: { focus } }: KeyTarget<Row>): boolean {
  const row = props.rows[focus.row];
  if (row === undefined || isWithControl(event) || event.shiftKey || focus.column !== 1) return false;
  const isExpanded = props.treeOf?.(row).isExpanded;
  const folds =
    (event.key === 'ArrowLeft' && isExpanded === true) ||
    (event.key === 'ArrowRight' && isExpanded === false);
  if (folds) props.onToggle?.(row);
  return folds;
}

function moves<Row>(event: KeyboardEvent, { props, frame, selection, page }: KeyTarget<Row>): boolean {
  const { key, shiftKey } = event;
  const isControl = isWithControl(event);
  if (key === 'ArrowUp' && !isControl && !shiftKey && selection.focus.row === 0) {
    return focusHead(frame.current, selection.focus.column);
  }
  const size = { rows: props.rows.length, columns: props.columns.length + 1, page };
  const next = cellAfterKey(selection.focus, { key, isControl }, size);
  if (next) selection.moveTo(next, shiftKey);
  return next !== undefined;
}

function checks<Row>(event: KeyboardEvent, { props, selection, checks: rows }: KeyTarget<Row>): boolean {
  const { key, shiftKey } = event;
  if (key === ' ' && (selection.focus.column === 0 || shiftKey)) {
    rows.check(selection.focus.row, shiftKey && selection.focus.column === 0);
    return true;
  }
  if (key === 'a' && isWithControl(event)) {
    rows.checkAll(true);
    return true;
  }
  if (key !== 'Escape' || !(selection.hasRange || props.checked.size > 0)) return false;
  if (selection.hasRange) selection.clearRange();
  else rows.checkAll(false);
  return true;
}

function changes<Row>(event: KeyboardEvent, { props, selection, edit }: KeyTarget<Row>): boolean {
  const { key } = event;
  const range = dataRange(selection.range);
  if (isWithControl(event)) {
    if (key === 'd') props.onFill(fillOf(range));
    else if (key === 'z') props.onUndo();
    else return false;
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') {
    props.onClear(range);
    return true;
  }
  if (key === 'Enter' || key === 'F2') return edit(selection.focus, { isSelected: key === 'Enter' });
  return key.length === 1 && key !== ' ' && edit(selection.focus, { typed: key });
}
