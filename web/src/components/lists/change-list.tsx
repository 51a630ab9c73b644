import { useState, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { Button } from '../controls/button.tsx';
import { useOpenInPrint } from '../controls/use-open-in-print.ts';
import { Hidden, Soft } from '../layout/layout.tsx';
import './change-list.css';

/** Maximum characters shown of a collapsed value. */
const SHORT = 240;

/** What happened over time, newest first. */
export function ChangeHistory({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ol className="change-history" role="list" aria-label={withMarks(label)}>
      {children}
    </ol>
  );
}

/** One moment of a history: when and by whom, and what changed. */
export function ChangeMoment({
  when,
  who,
  actions,
  children,
}: {
  readonly when: ReactNode;
  readonly who: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li className="change-moment">
      <div className="change-head">
        <span className="change-when">{when}</span>
        <span className="soft">{who}</span>
        {actions !== undefined && <span className="change-actions">{actions}</span>}
      </div>
      <ChangeParts>{children}</ChangeParts>
    </li>
  );
}

/** Parts that changed in one write of one entity. */
export function ChangeParts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ul className="change-parts" role="list">
      {children}
    </ul>
  );
}

/** One part that changed, with its old and its new value. */
export function Change({
  label,
  before,
  after,
  children,
}: {
  readonly label: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A remark in place of values. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <li className="change-part">
      <span className="change-label">{withMarks(label)}</span>
      <span className="change-values">
        {before !== undefined && <ChangedValue text={before} kind="before" />}
        {before !== undefined && after !== undefined && <span aria-hidden="true">→</span>}
        {after !== undefined && <ChangedValue text={after} kind="after" />}
        {children}
      </span>
    </li>
  );
}

/** One difference of {@link ComparedSides}. */
export interface ComparedRow {
  readonly key: string;
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** A checkbox before the label. */
  readonly choice?: ReactNode;
  /** Remarks below the label. */
  readonly notes?: ReactNode;
}

/** Differences, one per row, with both values side by side. */
export function ComparedSides({
  label,
  sides = ['Earlier', 'Later'],
  rows,
}: {
  readonly label: string;
  /** Headings of the values before and after. */
  readonly sides?: readonly [before: string, after: string];
  readonly rows: readonly ComparedRow[];
}): ReactNode {
  return (
    <table className="compared" aria-label={withMarks(label)}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{sides[0]}</th>
          <th scope="col">{sides[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label: what, before, after, choice, notes }) => (
          <tr key={key}>
            <th scope="row">
              <span className="compared-what">
                {choice}
                <span>{withMarks(what)}</span>
              </span>
              {notes}
            </th>
            <td>
              {before === undefined ? <Soft>not there</Soft> : <ChangedValue text={before} kind="before" />}
            </td>
            <td>
              {after === undefined ? <Soft>not there</Soft> : <ChangedValue text={after} kind="after" />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An old or new value; a long one can be expanded. */
function ChangedValue({
  text,
  kind,
}: {
  readonly text: string;
  readonly kind: 'before' | 'after';
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useOpenInPrint(isOpen, setOpen);
  const isLong = text.length > SHORT;
  const shown = isLong && !isOpen ? `${text.slice(0, SHORT)}…` : text;
  const Mark = kind === 'before' ? 'del' : 'ins';
  return (
    <span className="change-value">
      <Mark dir="auto">
        <Hidden>{kind === 'before' ? 'Before: ' : 'After: '}</Hidden>
        {withMarks(shown)}
      </Mark>
      {isLong && (
        <Button
          look="quiet"
          isExpanded={isOpen}
          onPress={() => {
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </span>
  );
}
