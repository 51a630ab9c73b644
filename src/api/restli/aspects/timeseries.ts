import { invalidRequest } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import { parseUrn } from '../../../model/urn.ts';
import { asText, optionalFlag, optionalInteger } from '../../../util/json-input.ts';
import { readFilter } from '../read-search.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';

/** Most points of an answer. */
const MAX_POINTS = 10_000;

/**
 * `POST /aspects?action=getTimeseriesAspectValues`: points of a timeseries aspect between two times, both included, the
 * newest first. What is no timeseries has no points.
 */
export async function getTimeseriesAspectValues({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const urn = parseUrn(asText(input['urn'], 'urn'));
  const aspectName = asText(input['aspect'], 'aspect');
  const entityName = asText(input['entity'], 'entity');
  const from = optionalInteger(input['startTimeMillis'], 'startTimeMillis');
  const to = optionalInteger(input['endTimeMillis'], 'endTimeMillis');
  const isLatest = optionalFlag(input['latestValue'], 'latestValue') ?? false;
  const limit = isLatest ? 1 : (optionalInteger(input['limit'], 'limit') ?? MAX_POINTS);
  if (limit < 0 || limit > MAX_POINTS) {
    throw invalidRequest(`limit must be a whole number from 0 to ${MAX_POINTS}, but it is ${limit}.`);
  }
  const filter = readFilter(input['filter']);
  const points = await catalog.points({ urn, aspectName }, { from, to, limit, filter });
  const asked = {
    entityName,
    aspectName,
    ...(from !== undefined && { startTimeMillis: from }),
    ...(to !== undefined && { endTimeMillis: to }),
    limit,
  };
  return { value: { ...asked, values: points.map(envelope) } };
}

/** The value is JSON text inside the JSON, as in a proposal. */
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
