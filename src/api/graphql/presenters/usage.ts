import { emptyIntervals, startOfInterval } from '../../../model/points/calendar-interval.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { EntityReferences } from '../../../model/entity-reference.ts';
import { numeric, object, objects, text, texts } from '../../../util/json/json-members.ts';

/** A stored timeseries value. */
export type PointValue = JsonObject;

/**
 * `UsageQueryResult` from the daily usage points of a dataset: one bucket per point, and an empty one for each day in
 * between without a point, earliest first.
 */
export function datasetUsage(
  urn: string,
  points: readonly PointValue[],
  references: EntityReferences,
): object {
  const users = totalsOf(points, 'userCounts', 'user', ['count']);
  const fields = totalsOf(points, 'fieldCounts', 'fieldPath', ['count']);
  return {
    buckets: withEmptyDays(points).map((point) => ({
      ...bucket(urn, point),
      metrics: metrics(point, references),
    })),
    aggregations: {
      uniqueUserCount: users.length,
      users: users.map(({ name, email, counts: [count] }) => ({
        user: references.find(name),
        count,
        userEmail: email,
      })),
      fields: fields.map(({ name, counts: [count] }) => ({ fieldName: name, count })),
      totalSqlQueries: sumOf(points, 'totalSqlQueries'),
    },
  };
}

function withEmptyDays(points: readonly PointValue[]): readonly PointValue[] {
  const timeOf = ({ timestampMillis }: PointValue): number => Number(timestampMillis);
  const sorted = points.toSorted((a, b) => timeOf(a) - timeOf(b));
  const starts = sorted.map((point) => startOfInterval(timeOf(point), 'DAY'));
  const eventGranularity = { unit: 'DAY' };
  const empty = emptyIntervals(starts, 'DAY').map((day) => ({ timestampMillis: day, eventGranularity }));
  return [...sorted, ...empty].sort((a, b) => timeOf(a) - timeOf(b));
}

/** `DashboardUsageQueryResult` from usage points of a dashboard. Points without granularity are cumulative counts. */
export function dashboardUsage(
  urn: string,
  points: readonly PointValue[],
  references: EntityReferences,
): object {
  const buckets = points.filter((point) => object(point['eventGranularity']) !== undefined);
  const users = totalsOf(buckets, 'userCounts', 'user', ['viewsCount', 'executionsCount', 'usageCount']);
  return {
    buckets: buckets.map((point) => ({
      ...bucket(urn, point),
      metrics: {
        uniqueUserCount: point['uniqueUserCount'],
        viewsCount: point['viewsCount'],
        executionsCount: point['executionsCount'],
      },
    })),
    metrics: points
      .filter((point) => object(point['eventGranularity']) === undefined)
      .map((point) => ({ ...point, lastViewed: point['lastViewedAt'] })),
    aggregations: {
      uniqueUserCount: users.length,
      users: users.map(({ name, counts: [viewsCount, executionsCount, usageCount] }) => ({
        user: references.find(name),
        viewsCount,
        executionsCount,
        usageCount,
      })),
      viewsCount: sumOf(buckets, 'viewsCount'),
      executionsCount: sumOf(buckets, 'executionsCount'),
    },
  };
}

/** Bucket lengths of GraphQL's `WindowDuration`. */
const DURATIONS: ReadonlySet<unknown> = new Set(['DAY', 'WEEK', 'MONTH', 'YEAR']);

function bucket(urn: string, point: PointValue): object {
  const unit = object(point['eventGranularity'])?.['unit'];
  return {
    bucket: point['timestampMillis'],
    duration: DURATIONS.has(unit) ? unit : undefined,
    resource: urn,
  };
}

function metrics(point: PointValue, references: EntityReferences): object {
  return {
    uniqueUserCount: point['uniqueUserCount'],
    totalSqlQueries: point['totalSqlQueries'],
    topSqlQueries: texts(point['topSqlQueries']),
    users: objects(point['userCounts']).map(({ user, count, userEmail }) => ({
      user: references.find(user),
      count,
      userEmail,
    })),
    fields: objects(point['fieldCounts']).map(({ fieldPath, count }) => ({ fieldName: fieldPath, count })),
  };
}

/** Sums of counts for one name. */
export interface Total {
  readonly name: string;
  readonly email: string | undefined;
  readonly counts: readonly number[];
}

/** Sums the counts in `list` of all points by `key`; sorted by highest count descending, then by name. */
export function totalsOf(
  points: readonly PointValue[],
  list: string,
  key: string,
  members: readonly string[],
): readonly Total[] {
  const byName = new Map<string, Total>();
  for (const element of points.flatMap((point) => objects(point[list]))) {
    const name = text(element[key]);
    if (name === undefined) continue;
    const known = byName.get(name);
    const counts = members.map((member, i) => (known?.counts[i] ?? 0) + (numeric(element[member]) ?? 0));
    byName.set(name, { name, email: text(element['userEmail']) ?? known?.email, counts });
  }
  const weight = ({ counts }: Total): number => Math.max(...counts);
  return [...byName.values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1));
}

/** Sum of a member over all points; missing values count as 0. */
export function sumOf(points: readonly PointValue[], member: string): number {
  return points.reduce((total, point) => total + (numeric(point[member]) ?? 0), 0);
}
