import type { ReactNode } from 'react';
import './records.css';
import { withMarks } from '../text/with-marks.ts';

/** A list of {@link Record}s: rows with a name, details and an action. */
export function Records({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ul className="records" role="list" aria-label={withMarks(label)}>
      {children}
    </ul>
  );
}

/** One row of {@link Records}. */
export function Record({
  name,
  note,
  children,
  action,
}: {
  readonly name: ReactNode;
  /** A second line below the name. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <li className="record">
      <div className="record-name">
        {name}
        {note !== undefined && <div className="record-note">{note}</div>}
      </div>
      <div className="record-content">{children}</div>
      <div className="record-action">{action}</div>
    </li>
  );
}
