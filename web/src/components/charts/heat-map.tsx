import { useRef, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import { NameText } from '../text/name-text.tsx';
import { useOverflows } from '../data/use-overflows.ts';
import './charts.css';

/** A row or column of a heat map. */
export interface HeatLine {
  readonly id: string;
  readonly label: string;
  readonly to?: string | undefined;
}

/** A cell of a heat map. */
export interface HeatCell {
  /** From 0 to 1; decides the shade. Undefined: there is nothing to measure. */
  readonly share: number | undefined;
  /** Text in the cell: `61 %`. */
  readonly text: string;
  /** What the cell says, on hover and to screen readers: `17 of 28 assets in Finance have Retention`. */
  readonly title: string;
  readonly to?: string | undefined;
}

/** A table whose cells are shaded by their values, which they also show as text. A cell with an address is a link. */
export function HeatMap({
  label,
  corner,
  rows,
  columns,
  cellOf,
}: {
  readonly label: string;
  /** Heading of the column with the names of the rows. */
  readonly corner: string;
  readonly rows: readonly HeatLine[];
  readonly columns: readonly HeatLine[];
  readonly cellOf: (row: HeatLine, column: HeatLine) => HeatCell;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(frame);
  return (
    <div
      ref={frame}
      className="heat"
      {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': 'Scrolls sideways' })}
    >
      <table aria-label={withMarks(label)}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" title={withMarks(column.label)}>
                <Name line={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" title={withMarks(row.label)}>
                <Name line={row} />
              </th>
              {columns.map((column) => (
                <td key={column.id}>
                  <Cell cell={cellOf(row, column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ line: { label, to } }: { readonly line: HeatLine }): ReactNode {
  const text = <NameText>{label}</NameText>;
  return to === undefined ? text : <Link href={to}>{text}</Link>;
}

function Cell({ cell: { share, text, title, to } }: { readonly cell: HeatCell }): ReactNode {
  const look = {
    className: share === undefined ? 'heat-cell heat-cell-none' : 'heat-cell',
    style: { '--share': String(share ?? 0) } as CSSProperties,
    title: withMarks(title),
  };
  if (to === undefined) return <span {...look}>{text}</span>;
  return (
    <Link href={to} aria-label={withMarks(`${text}: ${title}`)} {...look}>
      {text}
    </Link>
  );
}
