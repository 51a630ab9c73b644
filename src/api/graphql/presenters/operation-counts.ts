import { invalidRequest } from '../../../errors.ts';
import { numeric, text } from '../../../util/json/json-members.ts';
import type { PointValue } from './usage.ts';
import { because } from '../../../refusals.ts';

const DAY_MS = 86_400_000;

/** Members of `OperationsAggregationsResult` by type of operation. */
const TOTALS: Readonly<Record<string, string>> = {
  INSERT: 'totalInserts',
  UPDATE: 'totalUpdates',
  DELETE: 'totalDeletes',
  CREATE: 'totalCreates',
  ALTER: 'totalAlters',
  DROP: 'totalDrops',
  CUSTOM: 'totalCustoms',
};

/**
 * `OperationsQueryResult` of reported operations: one bucket per day in the time zone, latest first. Throws
 * INVALID_REQUEST for an
 * unknown time zone.
 */
export function operationCounts(urn: string, points: readonly PointValue[], timeZone: string): object {
  const startOfDay = daysOf(timeZone);
  const byDay = new Map<number, PointValue[]>();
  for (const point of points) {
    const day = startOfDay(numeric(point['timestampMillis']) ?? 0);
    const ofDay = byDay.get(day) ?? [];
    byDay.set(day, ofDay);
    ofDay.push(point);
  }
  const days = [...byDay].toSorted(([a], [b]) => b - a);
  return {
    buckets: days.map(([bucket, ofDay]) => ({
      bucket,
      duration: 'DAY',
      resource: urn,
      aggregations: totals(ofDay),
    })),
    aggregations: totals(points),
  };
}

function totals(points: readonly PointValue[]): object {
  const counts: Record<string, number> = Object.fromEntries(Object.values(TOTALS).map((name) => [name, 0]));
  const custom = new Map<string, number>();
  for (const { customOperationType, operationType } of points) {
    const type = text(operationType) ?? '';
    const member = TOTALS[type];
    if (member !== undefined) counts[member] = (counts[member] ?? 0) + 1;
    const name = type === 'CUSTOM' ? text(customOperationType) : undefined;
    if (name !== undefined) custom.set(name, (custom.get(name) ?? 0) + 1);
  }
  const customOperationsMap = [...custom].map(([key, value]) => ({ key, value }));
  return { totalOperations: points.length, ...counts, customOperationsMap };
}

/** A function that returns the start of the day of a time in this zone; both are epoch ms. */
function daysOf(timeZone: string): (time: number) => number {
  const format = formatOf(timeZone);
  return (time) => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const { day = 1, hour = 0, minute = 0, month = 1, second = 0, year = 1970 } = parts;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.floor(local / DAY_MS) * DAY_MS - (local - Math.floor(time / 1000) * 1000);
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numericParts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { timeZone, ...numericParts, ...clock });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidRequest(
      `input.timeZone is '${timeZone}', which is not a time zone. Give one such as Europe/Berlin.`,
      undefined,
      because('INPUT_FORMAT', { name: 'timeZone', value: timeZone }),
    );
  }
}
