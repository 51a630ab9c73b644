import { isJsonObject } from '../../../util/json.ts';
import { numeric, object } from '../../../util/json/json-members.ts';

/** Milliseconds of units with a fixed length. */
const UNIT_MS: Readonly<Record<string, number>> = {
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
};

/** Number of months of calendar units. */
const UNIT_MONTHS: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** `PartitionSpec` of a timeseries value. Converts the length of its time partition to milliseconds. */
export function partitionSpec(value: unknown): object | undefined {
  if (!isJsonObject(value)) return undefined;
  const window = object(value['timePartition']);
  const start = numeric(window?.['startTimeMillis']);
  const length = object(window?.['length']);
  const timePartition =
    start === undefined
      ? undefined
      : {
          startTimeMillis: start,
          durationMillis: durationMs(start, length?.['unit'], length?.['multiple']),
        };
  return { type: value['type'] ?? 'PARTITION', partition: value['partition'], timePartition };
}

/** Calendar units follow UTC months. */
function durationMs(start: number, calendarUnit: unknown, multiple: unknown): number {
  const count = numeric(multiple) ?? 1;
  const unit = typeof calendarUnit === 'string' ? calendarUnit : '';
  const fixed = UNIT_MS[unit];
  if (fixed !== undefined) return fixed * count;
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + count * (UNIT_MONTHS[unit] ?? 0));
  return end.getTime() - start;
}
