import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../../test/support/memory/reading-catalog.ts';
import { Aspect } from '../aspect.ts';
import { parseUrn } from '../urn.ts';
import { startOfInterval } from './calendar-interval.ts';
import { pointField } from './point-fields.ts';
import { PointTable, type Metric } from './point-table.ts';

const usage = REGISTRY.aspects.get('datasetUsageStatistics');
if (usage === undefined) throw new Error('The registry has no datasetUsageStatistics.');
const metric = (aggregation: Metric['aggregation'], path: string): Metric => ({
  aggregation,
  field: pointField(usage, path),
});

function point(value: Record<string, unknown>): Aspect {
  return new Aspect({
    urn: parseUrn('urn:li:dataset:(urn:li:dataPlatform:a,b,PROD)'),
    aspectName: 'datasetUsageStatistics',
    text: JSON.stringify(value),
    systemMetadata: { lastObserved: 0, runId: 'r' },
    created: { time: 0, actor: parseUrn('urn:li:corpuser:a') },
    sequence: 1,
  });
}

describe('PointTable', () => {
  const points = fc.uniqueArray(
    fc.record({
      timestampMillis: fc.integer({ min: 0, max: 400 * 86_400_000 }),
      totalSqlQueries: fc.option(fc.nat(9), { nil: undefined }),
    }),
    { selector: ({ timestampMillis }) => timestampMillis },
  );

  it('aggregates each group, in any order of points', () => {
    fc.assert(
      fc.property(points, (values) => {
        const table = new PointTable(
          [{ interval: 'MONTH' }],
          [
            metric('SUM', 'totalSqlQueries'),
            metric('LATEST', 'totalSqlQueries'),
            metric('CARDINALITY', 'urn'),
          ],
        );
        for (const value of values) table.add(point(value));
        const starts = [...new Set(values.map((value) => startOfInterval(value.timestampMillis, 'MONTH')))];
        const expected = starts
          .sort((a, b) => a - b)
          .map((start) => {
            const counted = values
              .filter((value) => startOfInterval(value.timestampMillis, 'MONTH') === start)
              .filter(({ totalSqlQueries }) => totalSqlQueries !== undefined)
              .sort((a, b) => b.timestampMillis - a.timestampMillis);
            const sum = counted.reduce((total, { totalSqlQueries = 0 }) => total + totalSqlQueries, 0);
            return [String(start), String(sum), String(counted[0]?.totalSqlQueries ?? 'NULL'), '1'];
          });
        expect(table.rows).toEqual(expected);
      }),
    );
  });

  it('keeps members of different lists separate', () => {
    const table = new PointTable(
      [{ field: pointField(usage, 'userCounts.user') }],
      [
        metric('SUM', 'userCounts.count'),
        metric('SUM', 'fieldCounts.count'),
        metric('LATEST', 'timestampMillis'),
      ],
    );
    table.add(
      point({
        timestampMillis: 5,
        userCounts: [{ user: 'urn:li:corpuser:a', count: 2 }],
        fieldCounts: [{ fieldPath: 'id', count: 3 }],
      }),
    );
    expect(table.rows).toEqual([['urn:li:corpuser:a', '2', '0', '5']]);
  });

  it('has one row without groupings', () => {
    const table = new PointTable([], [metric('SUM', 'totalSqlQueries')]);
    for (const timestampMillis of [1, 2]) table.add(point({ timestampMillis, totalSqlQueries: 2 }));
    expect(table.rows).toEqual([['4']]);
  });

  it('limits the number of groups', () => {
    const table = new PointTable([{ interval: 'MINUTE' }], []);
    const fill = (): void => {
      for (let minute = 0; minute <= 10_000; minute++) table.add(point({ timestampMillis: minute * 60_000 }));
    };
    expect(fill).toThrow('more than 10000 groups');
  });
});
