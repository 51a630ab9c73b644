import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import { parseSortCriterion } from '../../../model/filter-parts/sort.ts';
import { asText, optionalFlag, optionalInteger } from '../../../util/json/json-input.ts';
import type { JsonValue } from '../../../util/json.ts';
import { readFilter } from '../read-search.ts';
import { getPoints } from '../../../operations/timeseries/get-points.ts';
import { action } from '../resource.ts';
import { timeseriesAspect } from '../timeseries/analytics.ts';

/** Maximum points per response. */
const MAX_POINTS = 10_000;

/**
 * `POST /aspects?action=getTimeseriesAspectValues`: points of a timeseries aspect in an inclusive time range, at most
 * 10,000, newest first unless `sort` is ascending. Throws INVALID_REQUEST for an aspect that is not a timeseries of the
 * entity type.
 */
export const getTimeseriesAspectValues = action(getPoints, async ({ registry, requester, input }) => {
  const entity = entitySpec(registry, asText(input['entity'], 'entity'));
  const urn = urnOf(entity, asText(input['urn'], 'urn'));
  const { name: aspectName } = timeseriesAspect(entity, asText(input['aspect'], 'aspect'));
  const from = optionalInteger(input['startTimeMillis'], 'startTimeMillis');
  const to = optionalInteger(input['endTimeMillis'], 'endTimeMillis');
  const isLatest = optionalFlag(input['latestValue'], 'latestValue') ?? false;
  const limit = isLatest ? 1 : (optionalInteger(input['limit'], 'limit') ?? MAX_POINTS);
  if (limit < 0 || limit > MAX_POINTS) {
    throw invalidRequest(`limit must be a whole number from 0 to ${MAX_POINTS}, but it is ${limit}.`);
  }
  const filter = readFilter(input['filter']);
  const isOldestFirst = !isLatest && sortsOldestFirst(input['sort']);
  const read = isOldestFirst ? MAX_POINTS + 1 : limit;
  const found = await requester.run(getPoints, { urn, aspectName, from, to, limit: read, filter });
  if (found.length > MAX_POINTS) {
    throw invalidRequest(`There are more than ${MAX_POINTS} points to sort. Use a shorter time range.`);
  }
  const points = isOldestFirst ? found.toReversed().slice(0, limit) : found;
  const asked = {
    entityName: entity.name,
    aspectName,
    ...(from !== undefined && { startTimeMillis: from }),
    ...(to !== undefined && { endTimeMillis: to }),
    limit,
  };
  return { value: { ...asked, values: points.map(envelope) } };
});

/** Whether the sort order is ascending. Throws INVALID_REQUEST for a sort field other than the time. */
function sortsOldestFirst(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  const { field, order } = parseSortCriterion(value, 'sort');
  if (field === 'timestampMillis') return order === 'ASCENDING';
  throw invalidRequest(`Points can be sorted by timestampMillis only, but sort.field is '${field}'.`);
}

/** Wraps a point; its value is JSON text inside the JSON, as in a proposal. */
function envelope({ text, systemMetadata }: Aspect): {
  readonly aspect: { readonly value: string; readonly contentType: string };
  readonly systemMetadata: { readonly lastObserved: number; readonly runId: string };
} {
  const { lastObserved, runId } = systemMetadata;
  return {
    aspect: { value: text, contentType: 'application/json' },
    systemMetadata: { lastObserved, runId },
  };
}
