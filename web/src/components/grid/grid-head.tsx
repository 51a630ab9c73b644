import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { ColumnSpan } from './column-widths.ts';
import { isDrawn, type GridColumn } from './grid-row.tsx';

/** Header row of a grid: column labels and the checkbox for all rows. */
export function GridHead<Row>({
  columns,
  span,
  canCheck,
  areAllChecked,
  onCheckAll,
}: {
  readonly columns: readonly GridColumn<Row>[];
  readonly span: ColumnSpan;
  readonly canCheck: boolean;
  readonly areAllChecked: boolean;
  readonly onCheckAll: (isOn: boolean) => void;
}): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className="grid-row grid-head">
      <div role="columnheader" aria-colindex={1} className="grid-cell grid-check">
        {canCheck && (
          <input
            type="checkbox"
            aria-label="Select all rows"
            checked={areAllChecked}
            onChange={(event) => {
              onCheckAll(event.target.checked);
            }}
          />
        )}
      </div>
      {columns.map(
        ({ id, label, help }, place) =>
          isDrawn(place, span) && (
            <div
              key={id}
              role="columnheader"
              aria-colindex={place + 2}
              className={classNames('grid-cell', place === 0 && 'grid-first')}
              style={{ gridColumn: place + 2 }}
              title={help ?? label}
            >
              <span className="cell-text">{label}</span>
            </div>
          ),
      )}
    </div>
  );
}
