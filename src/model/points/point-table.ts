import { invalidRequest } from '../../errors.ts';
import type { JsonValue } from '../../util/json.ts';
import type { Aspect } from '../aspect.ts';
import { startOfInterval, type CalendarInterval } from './calendar-interval.ts';
import { partsOf, valueIn, type PointField, type PointPart } from './point-fields.ts';
import { because } from '../../refusals.ts';

/** Aggregation of the values of a field in a group: newest value, sum, or number of distinct values. */
export const AGGREGATIONS = ['LATEST', 'SUM', 'CARDINALITY'] as const;

/** A column with an aggregated value for each group. */
export interface Metric {
  readonly aggregation: (typeof AGGREGATIONS)[number];
  readonly field: PointField;
}

/** Groups points by calendar interval or by the values of a field. */
export type Grouping = { readonly interval: CalendarInterval } | { readonly field: PointField };

/** Result of LATEST in a group without values. */
export const NO_VALUE = 'NULL';

/** Maximum number of groups in a table. */
const MAX_ROWS = 10_000;
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['int', 'long']);
const NUMBERS: ReadonlySet<string> = new Set(['int', 'long', 'float', 'double']);

interface Cell {
  readonly values: Set<string>;
  sum: number;
  latest: string;
  latestTime: number;
}

interface Row {
  readonly keys: readonly string[];
  readonly cells: readonly Cell[];
}

/** Aggregates points into a table with one row per group, sorted by group keys. */
export class PointTable {
  readonly #groupings: readonly Grouping[];
  readonly #metrics: readonly Metric[];
  readonly #collections: ReadonlySet<string>;
  readonly #rows = new Map<string, Row>();

  /** Throws INVALID_REQUEST for SUM of a field that is not a number. */
  constructor(groupings: readonly Grouping[], metrics: readonly Metric[]) {
    const text = metrics.find(({ aggregation, field }) => aggregation === 'SUM' && !NUMBERS.has(field.kind));
    if (text !== undefined) {
      throw invalidRequest(
        `Cannot SUM ${text.field.path}: its type is ${text.field.kind}, not a number.`,
        undefined,
        because('FIELD_UNKNOWN', { name: text.field.path }),
      );
    }
    this.#groupings = groupings;
    this.#metrics = metrics;
    const fields = [
      ...groupings.flatMap((by) => ('field' in by ? [by.field] : [])),
      ...metrics.map(({ field }) => field),
    ];
    this.#collections = new Set(fields.flatMap(({ collection }) => collection ?? []));
  }

  /** Adds a point; LATEST takes the first of equal timestamps. Throws INVALID_REQUEST above 10,000 groups. */
  add(point: Aspect): void {
    for (const part of partsOf(point, this.#collections)) {
      const keys = this.#keysOf(part);
      if (keys !== undefined) this.#count(part, this.#rowOf(keys));
    }
  }

  get columnNames(): readonly string[] {
    return [
      ...this.#groupings.map((by) => ('field' in by ? by.field.path : 'timestampMillis')),
      ...this.#metrics.map(({ aggregation, field }) => `${aggregation.toLowerCase()}_${field.path}`),
    ];
  }

  get columnTypes(): readonly string[] {
    return [
      ...this.#groupings.map((by) =>
        'field' in by ? (NUMBERS.has(by.field.kind) ? by.field.kind : 'string') : 'long',
      ),
      ...this.#metrics.map(({ aggregation, field }) =>
        aggregation === 'LATEST' ? field.kind : aggregation === 'SUM' ? 'double' : 'long',
      ),
    ];
  }

  /** One row per group: its keys, then its metrics. */
  get rows(): readonly (readonly string[])[] {
    return [...this.#rows.values()]
      .sort((a, b) => this.#compare(a, b))
      .map(({ keys, cells }) => [...keys, ...cells.map((cell, index) => this.#textOf(cell, index))]);
  }

  /** Undefined if the part lacks a key and so is in no group. */
  #keysOf(part: PointPart): readonly string[] | undefined {
    const keys: string[] = [];
    for (const by of this.#groupings) {
      const value =
        'field' in by ? valueIn(part, by.field) : startOfInterval(timeOf(part.point), by.interval);
      if (value === undefined) return undefined;
      keys.push(textOf(value));
    }
    return keys;
  }

  #rowOf(keys: readonly string[]): Row {
    const id = JSON.stringify(keys);
    const known = this.#rows.get(id);
    if (known !== undefined) return known;
    if (this.#rows.size === MAX_ROWS) {
      throw invalidRequest(
        `The result has more than ${MAX_ROWS} groups. Use fewer groupings or narrow the filter.`,
        undefined,
        because('REQUEST_TOO_LARGE', { most: MAX_ROWS }),
      );
    }
    const row = {
      keys,
      cells: this.#metrics.map(() => ({
        values: new Set<string>(),
        sum: 0,
        latest: NO_VALUE,
        latestTime: Number.NEGATIVE_INFINITY,
      })),
    };
    this.#rows.set(id, row);
    return row;
  }

  #count(part: PointPart, { cells }: Row): void {
    for (const [index, { aggregation, field }] of this.#metrics.entries()) {
      const value = valueIn(part, field);
      const cell = cells[index];
      if (value === undefined || cell === undefined) continue;
      if (aggregation === 'SUM' && typeof value === 'number') cell.sum += value;
      if (aggregation === 'CARDINALITY') cell.values.add(textOf(value));
      if (aggregation !== 'LATEST' || timeOf(part.point) <= cell.latestTime) continue;
      cell.latest = textOf(value);
      cell.latestTime = timeOf(part.point);
    }
  }

  #textOf({ latest, sum, values }: Cell, index: number): string {
    const metric = this.#metrics[index];
    if (metric?.aggregation === 'LATEST') return latest;
    if (metric?.aggregation === 'CARDINALITY') return String(values.size);
    return WHOLE_NUMBERS.has(metric?.field.kind ?? '') || !Number.isInteger(sum) ? String(sum) : `${sum}.0`;
  }

  #compare(a: Row, b: Row): number {
    for (const [index, by] of this.#groupings.entries()) {
      const [first = '', second = ''] = [a.keys[index], b.keys[index]];
      if (first === second) continue;
      const isNumber = !('field' in by) || NUMBERS.has(by.field.kind);
      return isNumber ? Number(first) - Number(second) : first < second ? -1 : 1;
    }
    return 0;
  }
}

function timeOf({ value }: Aspect): number {
  const time = value['timestampMillis'];
  return typeof time === 'number' ? time : 0;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
