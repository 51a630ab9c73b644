import { parseDecimal } from '../../../../../src/util/decimal-number.ts';
import { DAY_MS, dayOf, momentOf } from '../../../shared/search/days.ts';
import type { Field } from '../../../shared/search/fields.ts';

/** Number of bars of a histogram. */
const BARS = 24;

/** A range of values, `to` exclusive; unbounded where a bound is missing. */
export interface RangePart {
  from?: string;
  to?: string;
}

/** Formats, parses and rounds the values of a field. */
export interface RangeScale {
  readonly toText: (value: number) => string;
  readonly ofText: (text: string) => number | undefined;
  /** Rounds to the nearest convenient value. */
  readonly round: (value: number) => number;
}

/** The scale of a field with values from `min` to `max`. */
export function scaleOf({ kind }: Field, min: number, max: number): RangeScale {
  if (kind === 'date') {
    return { toText: dayOf, ofText: momentOf, round: (value) => Math.round(value / DAY_MS) * DAY_MS };
  }
  // A hundredth of the range, rounded down to a power of ten: 0 to 730 uses whole numbers, 0 to 1 hundredths.
  const digits = Math.max(0, -Math.floor(Math.log10((max - min) / 100 || 1)));
  return {
    toText: String,
    ofText: parseDecimal,
    round: (value) => Number(value.toFixed(Math.min(digits, 20))),
  };
}

/** Equal parts from `min` to `max`, for a histogram; the last one includes `max`. */
export function partsOf(min: number, max: number, { toText }: RangeScale): RangePart[] {
  if (min === max) return [{}];
  const edges = Array.from({ length: BARS }, (_, index) => min + ((max - min) * index) / BARS);
  return edges.map((edge, index) => {
    const next = edges[index + 1];
    return { from: toText(edge), ...(next !== undefined && { to: toText(next) }) };
  });
}
