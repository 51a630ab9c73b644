import type { ReactNode } from 'react';
import './graph.css';
import { withMarks } from '../text/with-marks.ts';

/** Content of a node: type, name, badges, rows below, and buttons at the foot. */
export function GraphCard({
  kind,
  name,
  badges,
  rows,
  rowsLabel,
  foot,
}: {
  readonly kind: ReactNode;
  readonly name: ReactNode;
  readonly badges?: ReactNode;
  readonly rows: readonly string[];
  readonly rowsLabel: string;
  readonly foot?: ReactNode;
}): ReactNode {
  return (
    <div className="graph-card">
      <div className="graph-card-head">
        <span className="graph-card-kind">{kind}</span>
        <span className="graph-card-name">{name}</span>
        {badges !== undefined && <span className="graph-card-badges">{badges}</span>}
      </div>
      {foot !== undefined && <div className="graph-card-foot">{foot}</div>}
      {rows.length > 0 && (
        <ul className="graph-card-rows" role="list" aria-label={rowsLabel}>
          {rows.map((row) => (
            <li key={row} title={withMarks(row)}>
              {row}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
