import { useState, type ReactNode } from 'react';
import { withMarks } from '../text/with-marks.ts';
import { Table } from '../data/table.tsx';
import './charts.css';

/** A point of a line. */
export interface LinePoint {
  /** When, or what: `30 September 2026`. Unique. */
  readonly label: string;
  readonly value: number;
  /** The value as text: `61 %, 17 of 28 assets`. */
  readonly text: string;
}

/**
 * Values in order, as a line. The chosen point (at first the last one) is shown as text above; arrow keys, pointer and touch choose
 * another. The same numbers are in a table below.
 */
export function LineChart({
  label,
  points,
  least = 0,
  most,
  scaleText,
}: {
  readonly label: string;
  readonly points: readonly LinePoint[];
  /** Lower end of the scale, default 0; with another one the area below the line is not filled, for its size would mislead. */
  readonly least?: number;
  /** Upper end of the scale. */
  readonly most: number;
  /** A value on the scale as text. */
  readonly scaleText: (value: number) => string;
}): ReactNode {
  const [moved, setMoved] = useState<number>();
  const index = Math.min(moved ?? points.length - 1, points.length - 1);
  const chosen = points[index];
  const [first, last] = [points[0], points.at(-1)];
  if (chosen === undefined || first === undefined || last === undefined) return null;
  const x = (i: number): number => (points.length === 1 ? 100 : (i / (points.length - 1)) * 100);
  const y = (value: number): number => 100 - (most === least ? 0 : (value - least) / (most - least)) * 100;
  const path = points.map(({ value }, i) => `${x(i)},${y(value)}`).join(' L');
  return (
    <figure className="chart" aria-label={withMarks(label)}>
      <p>
        <span className="line-value">{chosen.text}</span> <span className="chart-note">{chosen.label}</span>
      </p>
      <div className="line-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {[0, 50, 100].map((at) => (
            <line key={at} className="line-rule" x1="0" x2="100" y1={at} y2={at} />
          ))}
          {least === 0 && <path className="line-area" d={`M${path} L100,100 L${x(0)},100 Z`} />}
          <path className="line-path" d={`M${path}`} />
        </svg>
        {[most, (most + least) / 2, least].map((value) => (
          <span key={value} className="line-scale" aria-hidden="true" style={{ top: `${y(value)}%` }}>
            {scaleText(value)}
          </span>
        ))}
        {points.map(({ label: when, value }, i) => (
          <span
            key={when}
            className={i === index ? 'line-dot line-dot-chosen' : 'line-dot'}
            style={{ left: `${x(i)}%`, top: `${y(value)}%` }}
          />
        ))}
        <input
          className="line-slider"
          type="range"
          aria-label={withMarks(label)}
          aria-valuetext={`${chosen.label}: ${chosen.text}`}
          min={0}
          max={points.length - 1}
          value={index}
          onChange={(event) => {
            setMoved(event.currentTarget.valueAsNumber);
          }}
        />
      </div>
      <div className="line-ends" aria-hidden="true">
        <span>{first.label}</span>
        <span>{last.label}</span>
      </div>
      <details className="chart-table">
        <summary>Show as a table</summary>
        <Table
          label={label}
          items={points}
          keyOf={(point) => point.label}
          columns={[
            { id: 'when', label: 'When', render: (point) => point.label },
            { id: 'value', label: 'Value', isNumeric: true, render: ({ text }) => text },
          ]}
        />
      </details>
    </figure>
  );
}
