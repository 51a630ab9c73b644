import type { ReactNode } from 'react';
import './condition-row.css';
import { withMarks } from '../text/with-marks.ts';

/** One condition of a filter: field, operator, values, and the button that removes it. */
export function ConditionRow({
  label,
  operator,
  values,
  remove,
}: {
  readonly label: string;
  readonly operator: ReactNode;
  readonly values: ReactNode;
  readonly remove: ReactNode;
}): ReactNode {
  return (
    <div className="condition" role="group" aria-label={withMarks(`Condition on ${label}`)}>
      <span className="condition-label" dir="auto">
        {label}
      </span>
      <div>{operator}</div>
      <div className="condition-values">{values}</div>
      {remove}
    </div>
  );
}
