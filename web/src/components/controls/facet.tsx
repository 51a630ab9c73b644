import { useEffect, useId, useRef, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import { Badge } from '../text/badge.tsx';
import type { ValueColor } from '../data/value-colors.ts';
import { ValueChip } from '../data/value-chip.tsx';
import { Checkbox } from '../fields/fields.tsx';
import { numberText } from '../number-text.ts';
import { ONE_STOP } from './one-stop.ts';
import './facet.css';

/** A collapsible group of filters, one stop of the Tab key. Its content is rendered when it is opened. */
export function Facet({
  label,
  active,
  isOpen,
  onOpenChange,
  takesFocus = false,
  children,
}: {
  readonly label: string;
  /** Number of active choices in it. */
  readonly active: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** Moves the focus to its heading when it appears. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const panel = useId();
  const heading = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="facet" {...ONE_STOP}>
      <h3 className="facet-heading">
        <button
          ref={heading}
          type="button"
          className="facet-head"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => {
            onOpenChange(!isOpen);
          }}
        >
          <span dir="auto">{withMarks(label)}</span>
          {active > 0 && (
            <Badge tone="accent">
              {active} <span className="visually-hidden">chosen</span>
            </Badge>
          )}
          <svg className="chevron" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 6 4 4 4-4" />
          </svg>
        </button>
      </h3>
      <div id={panel} className="facet-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}

/** The values of a facet. */
export function FacetValues({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div role="group" aria-label={withMarks(label)}>
      {children}
    </div>
  );
}

/** A value to include or exclude. */
export function FacetValue({
  label,
  help,
  count,
  color,
  state,
  onChange,
}: {
  readonly label: string;
  readonly help?: string | undefined;
  readonly color?: ValueColor | undefined;
  readonly count: number | undefined;
  readonly state: 'chosen' | 'excluded' | undefined;
  readonly onChange: (state: 'chosen' | 'excluded' | undefined) => void;
}): ReactNode {
  return (
    <div className={classNames('facet-value', state === 'excluded' && 'facet-value-excluded')}>
      <Checkbox
        isSelected={state === 'chosen'}
        onChange={(isChosen) => {
          onChange(isChosen ? 'chosen' : undefined);
        }}
      >
        <span className="facet-value-label" dir="auto" title={withMarks(help ?? label)}>
          {color === undefined ? withMarks(label) : <ValueChip color={color}>{label}</ValueChip>}
        </span>
      </Checkbox>
      {count !== undefined && <span className="facet-count">{numberText(count)}</span>}
      <button
        type="button"
        className="facet-exclude"
        data-beside
        aria-label={withMarks(`Exclude ${label}`)}
        title={withMarks(`Exclude ${label}`)}
        aria-pressed={state === 'excluded'}
        onClick={() => {
          onChange(state === 'excluded' ? undefined : 'excluded');
        }}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" />
          <path d="m4 4 8 8" />
        </svg>
      </button>
    </div>
  );
}
