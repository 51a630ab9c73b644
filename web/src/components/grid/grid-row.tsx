import { memo, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import type { ColumnSpan, ColumnWidth } from './column-widths.ts';
import '../fields/fields.css';

/** A column of a grid. */
export interface GridColumn<Row> extends ColumnWidth {
  readonly id: string;
  readonly label: string;
  /** Tooltip of the label. */
  readonly help?: string | undefined;
  readonly render: (row: Row) => ReactNode;
  /** Tooltip of a cell: its full text, or why it cannot be edited. */
  readonly titleOf?: ((row: Row) => string) | undefined;
  readonly isReadOnly?: boolean | undefined;
}

const HANDLE_TITLE = 'Drag to fill cells with this value (Ctrl+D)';

interface GridRowProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Distance from the top of the grid, in CSS pixels. */
  readonly top: number;
  readonly name: string;
  readonly columns: readonly GridColumn<Row>[];
  /** First visible column; see {@link lastColumn}. */
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly canCheck: boolean;
  readonly isChecked: boolean;
  readonly level: number | undefined;
  readonly isExpanded: boolean | undefined;
  /** -1 if the focus is in another row; the same applies to the members below. */
  readonly focusColumn: number;
  readonly rangeLeft: number;
  readonly rangeRight: number;
  /** Columns that the dragged fill handle would fill. */
  readonly fillLeft: number;
  readonly fillRight: number;
  /** Column of the fill handle. */
  readonly handleColumn: number;
  readonly editColumn: number;
  readonly editor: ReactNode;
}

/** Whether the cells of a column are rendered; the first column always is. */
export function isDrawn(place: number, { first, last }: ColumnSpan): boolean {
  return place === 0 || (place >= first && place <= last);
}

function Row<Item>(props: GridRowProps<Item>): ReactNode {
  const { row, index, top, name, columns, isChecked, level, isExpanded, focusColumn, editColumn } = props;
  const span = { first: props.firstColumn, last: props.lastColumn };
  const isShown = (place: number): boolean =>
    // The focused cell stays rendered, or scrolling would lose the focus.
    isDrawn(place, span) || place + 1 === focusColumn || place + 1 === editColumn;
  const cell = (column: number, isPlain: boolean) => ({
    'aria-colindex': column + 1,
    'data-cell': `${index}:${column}`,
    style: { gridColumn: column + 1 },
    tabIndex: column === focusColumn ? 0 : -1,
    className: classNames(
      'grid-cell',
      column === 0 && 'grid-check',
      column === 1 && 'grid-first',
      isPlain && 'grid-plain',
      column >= props.rangeLeft && column <= props.rangeRight && 'grid-in-range',
      column >= props.fillLeft && column <= props.fillRight && 'grid-in-fill',
      column === props.handleColumn && 'grid-with-handle',
      column === editColumn && 'grid-editing',
    ),
  });
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChecked}
      {...(level !== undefined && { 'aria-level': level })}
      {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
      className={classNames('grid-row', isChecked && 'grid-row-checked')}
      style={{ top }}
    >
      <div role="gridcell" {...cell(0, true)}>
        {props.canCheck && (
          <input
            type="checkbox"
            className="checkbox-box"
            tabIndex={-1}
            aria-label={withMarks(`Select ${name}`)}
            checked={isChecked}
            readOnly
          />
        )}
      </div>
      {columns.map(
        ({ id, render, titleOf, isReadOnly = false }, place) =>
          isShown(place) && (
            <div
              key={id}
              role={place === 0 ? 'rowheader' : 'gridcell'}
              aria-readonly={isReadOnly}
              title={place + 1 === editColumn ? undefined : withMarks(titleOf?.(row))}
              {...cell(place + 1, isReadOnly)}
            >
              {place + 1 === editColumn ? (
                props.editor
              ) : place === 0 ? (
                <Tree {...props}>{render(row)}</Tree>
              ) : (
                render(row)
              )}
              {place + 1 === props.handleColumn && <span className="grid-handle" title={HANDLE_TITLE} />}
            </div>
          ),
      )}
    </div>
  );
}

/** A row of a grid; renders again only when its props change. */
export const GridRow = memo(Row) as typeof Row;

function Tree({
  level,
  isExpanded,
  children,
}: {
  readonly level: number | undefined;
  readonly isExpanded: boolean | undefined;
  readonly children: ReactNode;
}): ReactNode {
  if (level === undefined) return children;
  return (
    <span className="grid-tree" style={{ paddingInlineStart: `${level - 1}rem` }}>
      <span className="grid-fold" aria-hidden="true">
        {isExpanded === undefined ? '' : isExpanded ? '▾' : '▸'}
      </span>
      {children}
    </span>
  );
}
