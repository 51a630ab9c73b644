import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Hidden } from '../layout/layout.tsx';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { ColumnSpan } from './column-widths.ts';
import type { GridSort } from './grid-props.ts';
import { isDrawn, type GridColumn } from './grid-row.tsx';
import '../fields/fields.css';

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly span: ColumnSpan;
  readonly canCheck: boolean;
  readonly areAllChecked: boolean;
  readonly onCheckAll: (isOn: boolean) => void;
  readonly sort: GridSort | undefined;
  readonly onSort: (sort: GridSort | undefined) => void;
  /** Focuses the first row at this column. */
  readonly onDown: (column: number) => void;
}

/**
 * Header row of a grid: column labels, which sort the rows, and the checkbox for all rows. Arrow Up in the first row leads here; Left
 * and Right move, Arrow Down returns.
 */
export function GridHead<Row>(props: GridHeadProps<Row>): ReactNode {
  const { columns, span, canCheck, areAllChecked, onCheckAll, sort, onSort, onDown } = props;
  // The focused label stays rendered, or scrolling would lose the focus.
  const [focused, setFocused] = useState(-1);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (focused < 0) return;
    const last = columns.length - 1;
    const next = nextPlace(event.key, focused, last);
    if (event.key === 'ArrowDown') onDown(focused + 1);
    else if (next === undefined) return;
    else {
      const frame = event.currentTarget;
      flushSync(() => {
        setFocused(next);
      });
      focusHead(frame, next + 1);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="row" aria-rowindex={1} className="grid-row grid-head" onKeyDown={onKeyDown}>
      <div role="columnheader" aria-colindex={1} className="grid-cell grid-check">
        {canCheck ? (
          <input
            type="checkbox"
            className="checkbox-box"
            aria-label="Select all rows"
            checked={areAllChecked}
            onChange={(event) => {
              onCheckAll(event.target.checked);
            }}
          />
        ) : (
          <Hidden>Selection</Hidden>
        )}
      </div>
      {columns.map(
        (column, place) =>
          (isDrawn(place, span) || place === focused) && (
            <HeadCell
              key={column.id}
              column={column}
              place={place}
              order={sort?.id === column.id ? sort : undefined}
              onSort={onSort}
              onFocused={setFocused}
            />
          ),
      )}
    </div>
  );
}

function HeadCell<Row>({
  column: { id, label, help },
  place,
  order,
  onSort,
  onFocused,
}: {
  readonly column: GridColumn<Row>;
  readonly place: number;
  /** The order, if the rows are sorted by this column. */
  readonly order: GridSort | undefined;
  readonly onSort: (sort: GridSort | undefined) => void;
  readonly onFocused: (place: number) => void;
}): ReactNode {
  return (
    <div
      role="columnheader"
      aria-colindex={place + 2}
      aria-sort={order === undefined ? 'none' : order.isDescending ? 'descending' : 'ascending'}
      className={classNames('grid-cell', 'grid-head-cell', place === 0 && 'grid-first')}
      style={{ gridColumn: place + 2 }}
      title={withMarks(help ?? label)}
    >
      <button
        type="button"
        tabIndex={-1}
        data-head={place + 1}
        className="grid-sort"
        onClick={() => {
          onSort(nextSort(id, order));
        }}
        onFocus={() => {
          onFocused(place);
        }}
        onBlur={() => {
          onFocused(-1);
        }}
      >
        <span className="cell-text">{withMarks(label)}</span>
        {order && <Icon name={order.isDescending ? 'down' : 'up'} />}
      </button>
    </div>
  );
}

/** Focuses the label of a column; false if there is none. Columns count the one of the checkboxes. */
export function focusHead(within: HTMLElement | null, column: number): boolean {
  const label = within?.querySelector<HTMLElement>(`[data-head="${column}"]`);
  label?.focus({ preventScroll: true });
  label?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return label !== null && label !== undefined;
}

/** Ascending, then descending, then the original order. */
function nextSort(id: string, order: GridSort | undefined): GridSort | undefined {
  if (order === undefined) return { id, isDescending: false };
  return order.isDescending ? undefined : { id, isDescending: true };
}

function nextPlace(key: string, place: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowRight':
      return Math.min(last, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
