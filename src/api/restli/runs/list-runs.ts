import { asText, optionalFlag } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { readCount } from '../read-search.ts';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { getRunRows } from '../../../operations/runs/get-run-rows.ts';
import { listRuns } from '../../../operations/runs/list-runs.ts';
import { action } from '../resource.ts';
import { rowSummary } from './row-summary.ts';

/** Default number of runs or rows per response. */
const DEFAULT_COUNT = 100;

/** `POST /runs?action=list`: ingestion runs with existing rows, most recent first. */
export const list = action(listRuns, async ({ requester, input }) => {
  const start = readCount(input, 'pageOffset', 0);
  const runs = await requester.run(listRuns, { start, count: readCount(input, 'pageSize', DEFAULT_COUNT) });
  return { value: runs.map(({ runId, rows, lastObserved }) => ({ runId, rows, timestamp: lastObserved })) };
});

/** `POST /runs?action=describe`: existing rows of a run, with `includeAspect` also their values. */
export const describe = action([getRunRows, getEntities], async ({ registry, requester, input }) => {
  const runId = asText(input['runId'], 'runId');
  const start = readCount(input, 'start', 0);
  const count = readCount(input, 'count', DEFAULT_COUNT);
  const rows = await requester.run(getRunRows, { runId, start, count });
  const summaries = rows.map((row) => rowSummary(registry, runId, row));
  if (!(optionalFlag(input['includeAspect'], 'includeAspect') ?? false)) return { value: summaries };
  const urns = [...new Set(summaries.map(({ urn }) => urn))];
  const names = [...new Set(summaries.map(({ aspectName }) => aspectName))];
  const entities = await requester.run(getEntities, { urns, aspectNames: names });
  return {
    value: summaries.map((summary): JsonObject => {
      const aspect = entities.get(summary.urn)?.get(summary.aspectName)?.value;
      return aspect === undefined ? summary : { ...summary, aspect };
    }),
  };
});
