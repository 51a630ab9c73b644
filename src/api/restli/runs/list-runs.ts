import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { readCount } from '../read-search.ts';
import type { ActionAnswer, ActionCall } from '../resource.ts';
import { rowSummary } from './row-summary.ts';

/** Default number of runs or rows per response. */
const DEFAULT_COUNT = 100;

/** `POST /runs?action=list`: ingestion runs with existing rows, most recent first. */
export async function listRuns({ catalog, input }: ActionCall): Promise<ActionAnswer> {
  const start = readCount(input, 'pageOffset', 0);
  const runs = await catalog.runs({ start, count: readCount(input, 'pageSize', DEFAULT_COUNT) });
  return { value: runs.map(({ runId, rows, lastObserved }) => ({ runId, rows, timestamp: lastObserved })) };
}

/** `POST /runs?action=describe`: existing rows of a run, with `includeAspect` also their values. */
export async function describeRun({ registry, catalog, input }: ActionCall): Promise<ActionAnswer> {
  const runId = asText(input['runId'], 'runId');
  const start = readCount(input, 'start', 0);
  const rows = await catalog.runRows(runId, { start, count: readCount(input, 'count', DEFAULT_COUNT) });
  const summaries = rows.map((row) => rowSummary(registry, runId, row));
  if (!(optionalFlag(input['includeAspect'], 'includeAspect') ?? false)) return { value: summaries };
  const urns = [...new Set(summaries.map(({ urn }) => urn))];
  const names = [...new Set(summaries.map(({ aspectName }) => aspectName))];
  const entities = await catalog.getEntities(urns, names);
  return {
    value: summaries.map((summary): JsonObject => {
      const aspect = entities.get(summary.urn)?.get(summary.aspectName)?.value;
      return aspect === undefined ? summary : { ...summary, aspect };
    }),
  };
}
