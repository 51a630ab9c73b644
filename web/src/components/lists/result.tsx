import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import { Checkbox } from '../fields/fields.tsx';
import './result.css';

/** Search results in a list, dimmed while newer ones load. */
export function Results({
  label,
  isStale,
  children,
}: {
  readonly label: string;
  readonly isStale: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <ol
      className={classNames('results', isStale && 'results-stale')}
      role="list"
      aria-label={withMarks(label)}
      aria-busy={isStale}
    >
      {children}
    </ol>
  );
}

/** One search result: type, name and details. */
export function Result({
  name,
  shownName,
  to,
  kind,
  badges,
  description,
  facts,
  isSelected,
  onSelect,
}: {
  readonly name: string;
  readonly shownName: ReactNode;
  /** Path of its page. */
  readonly to: string;
  /** Type, platform and place. */
  readonly kind: readonly ReactNode[];
  readonly badges: ReactNode;
  readonly description: ReactNode;
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[];
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}): ReactNode {
  return (
    <li className={classNames('result', isSelected && 'result-selected')}>
      <Checkbox isSelected={isSelected} onChange={onSelect} label={`Select ${name}`} />
      <div className="result-body">
        <div className="result-kind">
          {kind.map((part, index) => (
            <span key={index} className="with-icon">
              {index > 0 && (
                <span className="result-dot" aria-hidden="true">
                  ·
                </span>
              )}
              {part}
            </span>
          ))}
        </div>
        <h2 className="result-title">
          <Link href={to} title={withMarks(name)}>
            {shownName}
          </Link>
          {badges}
        </h2>
        {description !== undefined && <p>{description}</p>}
        {facts.length > 0 && (
          <div className="result-facts">
            {facts.map(({ label, value }) => (
              <span key={label}>
                {label} {value}
              </span>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}
