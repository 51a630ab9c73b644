import { useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { withMarks } from '../text/with-marks.ts';
import { Hidden } from '../layout/layout.tsx';
import { useOverflows } from './use-overflows.ts';
import './data.css';

/** A column of a table. */
export interface Column<Item> {
  readonly id: string;
  readonly label: string;
  readonly render: (item: Item) => ReactNode;
  /** Shows the label to screen readers only, if the cells are self-explanatory. */
  readonly isLabelHidden?: boolean;
  readonly isNumeric?: boolean;
  /** Hidden on a narrow screen. */
  readonly isExtra?: boolean;
  /** As wide as its content, on one line, so that the other columns have the rest. */
  readonly isBrief?: boolean;
}

/** A table of some hundred rows at most; longer lists are paged or virtual. */
export function Table<Item>({
  label,
  columns,
  items,
  keyOf,
  groupOf,
}: {
  readonly label: string;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Heading above the consecutive rows that have it. */
  readonly groupOf?: (item: Item) => string;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(frame);
  return (
    // Focusable only if it can scroll. It does not repeat the table's label, which would be read twice.
    <div
      ref={frame}
      className="table-frame"
      {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': 'Scrolls sideways' })}
    >
      <table
        className={classNames('table', !fitsPhones(columns) && 'table-list')}
        aria-label={withMarks(label)}
      >
        <thead>
          <tr>
            {columns.map(({ id, label: text, isLabelHidden = false, ...column }) => (
              <th key={id} scope="col" className={cellClass(column)}>
                {isLabelHidden ? <Hidden>{text}</Hidden> : withMarks(text)}
              </th>
            ))}
          </tr>
        </thead>
        {groupsOf(items, groupOf).map(([group, members], index) => (
          <tbody key={index}>
            {group !== undefined && (
              <tr className="table-group">
                <th scope="rowgroup" colSpan={columns.length}>
                  {withMarks(group)}
                </th>
              </tr>
            )}
            {members.map((item) => (
              <tr key={keyOf(item)}>
                {columns.map(({ id, label: heading, render, ...column }) => (
                  <td
                    key={id}
                    className={cellClass(column)}
                    {...(column.isLabelHidden !== true && { 'data-label': withMarks(heading) })}
                  >
                    {withMarks(render(item))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The items by group, in their order; without groups, one list. */
function groupsOf<Item>(
  items: readonly Item[],
  groupOf: ((item: Item) => string) | undefined,
): readonly (readonly [group: string | undefined, members: readonly Item[]])[] {
  return groupOf === undefined ? [[undefined, items]] : [...Map.groupBy(items, groupOf)];
}

/** Whether the columns fit beside each other on a phone: numbers or brief cells after the first one. Rows of other tables become lists. */
function fitsPhones(columns: readonly Omit<Column<never>, 'render'>[]): boolean {
  const [, ...further] = columns.filter(({ isExtra }) => isExtra !== true);
  return (
    further.length < 3 && further.every(({ isNumeric, isBrief }) => isNumeric === true || isBrief === true)
  );
}

function cellClass({
  isNumeric = false,
  isExtra = false,
  isBrief = false,
}: {
  isNumeric?: boolean;
  isExtra?: boolean;
  isBrief?: boolean;
}): string {
  return classNames(isNumeric && 'cell-numeric', isExtra && 'cell-extra', isBrief && 'cell-brief');
}

/** Names with values, such as the facts of an entity. */
export function Facts({
  facts,
}: {
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
}): ReactNode {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{withMarks(label)}</dt>
          <dd>{withMarks(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A bar that shows a share of a whole. */
export function ShareBar({
  label,
  part,
  whole,
  text,
}: {
  readonly label: string;
  readonly part: number;
  readonly whole: number;
  /** Default: the rounded percentage. */
  readonly text?: string;
}): ReactNode {
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 100);
  return (
    <div className="share">
      <meter aria-label={withMarks(label)} min={0} max={Math.max(whole, 1)} value={part} />
      <span>{text ?? `${percent} %`}</span>
    </div>
  );
}
