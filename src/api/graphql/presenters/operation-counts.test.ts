import { expect, it } from 'vitest';
import { operationCounts } from './operation-counts.ts';

/** 2026-03-01T23:30:00Z: the next day in Berlin. */
const EVENING = Date.UTC(2026, 2, 1, 23, 30);
const HOUR_MS = 3_600_000;

const POINTS = [
  { timestampMillis: EVENING, operationType: 'INSERT' },
  { timestampMillis: EVENING + HOUR_MS, operationType: 'CUSTOM', customOperationType: 'VACUUM' },
];

function bucketsIn(timeZone: string): unknown {
  const { buckets } = operationCounts('urn', POINTS, timeZone) as { buckets: { bucket: number }[] };
  return buckets.map(({ bucket }) => new Date(bucket).toISOString());
}

it('counts operations by the days of the time zone, latest first', () => {
  expect(bucketsIn('UTC')).toEqual(['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
  expect(bucketsIn('Europe/Berlin')).toEqual(['2026-03-01T23:00:00.000Z']);
});

it('counts operations by type, and custom ones by name', () => {
  expect(operationCounts('urn', POINTS, 'UTC')).toMatchObject({
    aggregations: {
      totalOperations: 2,
      totalInserts: 1,
      totalUpdates: 0,
      totalCustoms: 1,
      customOperationsMap: [{ key: 'VACUUM', value: 1 }],
    },
  });
});

it('refuses an unknown time zone', () => {
  expect(() => operationCounts('urn', POINTS, 'Mars')).toThrow(
    "input.timeZone is 'Mars', which is not a time zone.",
  );
});
