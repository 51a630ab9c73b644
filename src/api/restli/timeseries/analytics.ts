import { invalidRequest } from '../../../errors.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../../../model/entity-registry.ts';
import { entitySpec, findAspect, unknownAspect } from '../../../model/registry/find-in-registry.ts';
import { CALENDAR_INTERVALS } from '../../../model/points/calendar-interval.ts';
import { pointField } from '../../../model/points/point-fields.ts';
import { AGGREGATIONS, PointTable, type Grouping, type Metric } from '../../../model/points/point-table.ts';
import {
  asList,
  asObject,
  asText,
  optionalInteger,
  wrongType,
  wrongChoice,
} from '../../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { readFilter } from '../read-search.ts';
import { getPoints } from '../../../operations/timeseries/get-points.ts';
import { scanPoints } from '../../../operations/timeseries/scan-points.ts';
import { action, type Resource } from '../resource.ts';
import { readPoints } from './read-points.ts';

/** Maximum metrics, and maximum buckets, of a table: each is computed for every point. */
const MAX_COLUMNS = 100;

/**
 * `POST /analytics?action=getTimeseriesStats`: aggregates the points of a timeseries aspect, of all entities of a type
 * or of those in the filter, as a table: one row per combination of `buckets`, one column per bucket and metric.
 */
const getTimeseriesStats = action([getPoints, scanPoints], async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entityName'], 'entityName'));
  const aspect = timeseriesAspect(entity, asText(input['aspectName'], 'aspectName'));
  const metrics = asList(input['metrics'], 'metrics');
  const buckets = asList(input['buckets'] ?? [], 'buckets');
  checkBatchSize('metrics', metrics.length, MAX_COLUMNS);
  checkBatchSize('buckets', buckets.length, MAX_COLUMNS);
  const table = new PointTable(
    buckets.map((bucket, index) => readGrouping(aspect, bucket, `buckets[${index}]`)),
    metrics.map((metric, index) => readMetric(aspect, metric, `metrics[${index}]`)),
  );
  const source = { entityType: entity.name, aspectName: aspect.name };
  for await (const point of readPoints(requester, source, readFilter(input['filter']))) table.add(point);
  return { value: { ...asked(input), table: tableJson(table) } };
});

/** The timeseries aspect with the usage of datasets. */
export function usageAspect(registry: EntityRegistry): AspectSpec {
  return timeseriesAspect(entitySpec(registry, 'dataset'), 'datasetUsageStatistics');
}

/** The timeseries aspect with this name, ignoring case; throws INVALID_REQUEST when the entity type has none. */
export function timeseriesAspect(entity: EntitySpec, name: string): AspectSpec {
  const aspect = findAspect(entity, name);
  if (aspect === undefined) throw unknownAspect(entity, name, 'INVALID_REQUEST');
  if (aspect.kind === 'timeseries') return aspect;
  throw invalidRequest(`Only timeseries aspects are supported. ${aspect.name} is a versioned aspect.`);
}

function readMetric(aspect: AspectSpec, value: JsonValue, at: string): Metric {
  const { aggregationType, fieldPath } = asObject(value, at);
  const aggregation = AGGREGATIONS.find((name) => name === aggregationType);
  if (aggregation === undefined) {
    throw wrongChoice(`${at}.aggregationType`, AGGREGATIONS, aggregationType);
  }
  return { aggregation, field: pointField(aspect, asText(fieldPath, `${at}.fieldPath`)) };
}

function readGrouping(aspect: AspectSpec, value: JsonValue, at: string): Grouping {
  const { type, key, timeWindowSize } = asObject(value, at);
  const path = asText(key, `${at}.key`);
  if (type === 'STRING_GROUPING_BUCKET') return { field: pointField(aspect, path) };
  if (type !== 'DATE_GROUPING_BUCKET') {
    throw wrongType(`${at}.type`, 'DATE_GROUPING_BUCKET or STRING_GROUPING_BUCKET', type);
  }
  if (path !== 'timestampMillis') {
    throw invalidRequest(`Date Grouping bucket is not:timestampMillis. ${at}.key is '${path}'.`);
  }
  const { unit, multiple } = asObject(timeWindowSize, `${at}.timeWindowSize`);
  const interval = CALENDAR_INTERVALS.find((name) => name === unit);
  if (interval === undefined) {
    throw wrongChoice(`${at}.timeWindowSize.unit`, CALENDAR_INTERVALS, unit);
  }
  const times = optionalInteger(multiple, `${at}.timeWindowSize.multiple`) ?? 1;
  if (times !== 1) {
    throw invalidRequest(
      `${at}.timeWindowSize.multiple must be 1, but it is ${times}: buckets are single calendar intervals.`,
    );
  }
  return { interval };
}

/** The request members that DataHub repeats in the response. */
function asked({ entityName, aspectName, metrics, filter, buckets }: JsonObject): JsonObject {
  return {
    entityName: entityName ?? null,
    aspectName: aspectName ?? null,
    aggregationSpecs: metrics ?? [],
    ...(filter !== undefined && filter !== null && { filter }),
    ...(buckets !== undefined && buckets !== null && { groupingBuckets: buckets }),
  };
}

function tableJson({ columnNames, columnTypes, rows }: PointTable): JsonObject {
  return { columnNames, columnTypes, rows };
}

/** `/analytics`: aggregations of timeseries points. */
export const ANALYTICS: Resource = { name: 'analytics', actions: { getTimeseriesStats } };
