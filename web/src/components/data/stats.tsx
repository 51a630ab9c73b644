import type { ReactNode } from 'react';
import './stats.css';

/** Key figures, each with a label and a remark. */
export function Stats({
  stats,
}: {
  readonly stats: readonly {
    readonly label: string;
    readonly value: ReactNode;
    readonly note?: ReactNode;
  }[];
}): ReactNode {
  return (
    <dl className="stats">
      {stats.map(({ label, value, note }) => (
        <div key={label} className="stat">
          <dt title={label}>{label}</dt>
          <dd className="stat-value">{value}</dd>
          {note !== undefined && <dd className="stat-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
