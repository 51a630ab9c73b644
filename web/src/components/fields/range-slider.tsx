import { useEffect, useState, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { classNames } from '../class-names.ts';
import { numberText } from '../number-text.ts';
import './range-slider.css';

/** Steps of the handles: fine enough for a column of 250 px. */
const STEPS = 100;

/** Range slider below a histogram. Calls `onChange` when a handle is released, not while it moves. */
export function RangeSlider({
  label,
  min,
  max,
  from,
  to,
  counts,
  format,
  toValue,
  onChange,
}: {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Lower bound; `min` or less if unbounded. */
  readonly from: number;
  /** Upper bound; `max` or more if unbounded. */
  readonly to: number;
  /** Counts of equal parts from `min` to `max`. */
  readonly counts: readonly number[];
  /** Formats a value for display. */
  readonly format: (value: number) => string;
  /** Returns the nearest selectable value. */
  readonly toValue: (value: number) => number;
  readonly onChange: (from: number, to: number) => void;
}): ReactNode {
  const stepOf = (value: number): number =>
    max === min ? 0 : Math.round(((Math.min(Math.max(value, min), max) - min) / (max - min)) * STEPS);
  const [low, setLow] = useState(stepOf(from));
  const [high, setHigh] = useState(stepOf(to));
  const [givenLow, givenHigh] = [stepOf(from), max === min ? STEPS : stepOf(to)];
  useEffect(() => {
    setLow(givenLow);
    setHigh(givenHigh);
  }, [givenLow, givenHigh]);

  const valueOf = (step: number): number =>
    step <= 0 ? min : step >= STEPS ? max : toValue(min + ((max - min) * step) / STEPS);
  const commit = (): void => {
    if (low !== givenLow || high !== givenHigh) onChange(valueOf(low), valueOf(high));
  };
  const thumb = (name: string, step: number, move: (step: number) => void): ReactNode => (
    <input
      type="range"
      className="range-thumb"
      aria-label={withMarks(`${label}, ${name}`)}
      aria-valuetext={format(valueOf(step))}
      min={0}
      max={STEPS}
      value={step}
      onChange={(event) => move(Number(event.target.value))}
      onPointerUp={commit}
      onKeyUp={commit}
      onBlur={commit}
    />
  );
  const most = Math.max(...counts, 1);
  return (
    <div className="range">
      <div className="range-bars" aria-hidden="true">
        {counts.map((count, index) => {
          const [start, end] = [(index / counts.length) * STEPS, ((index + 1) / counts.length) * STEPS];
          return (
            <span
              key={index}
              className={classNames('range-bar', end > low && start < high && 'range-bar-inside')}
              style={{ height: `${(count / most) * 100}%` }}
              title={numberText(count)}
            />
          );
        })}
      </div>
      <div className="range-track">
        {thumb('from', low, (step) => setLow(Math.min(step, high)))}
        {thumb('to', high, (step) => setHigh(Math.max(step, low)))}
      </div>
    </div>
  );
}

/** Two fields side by side, for the bounds of a range. */
export function RangeFields({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="range-fields">{children}</div>;
}
