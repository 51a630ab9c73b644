import { writerOf } from '../../../change/rollback/run-of.ts';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { DEFAULT_RUN_ID } from '../../../model/aspect.ts';
import { sequenceOf } from '../../../query/changes/cursor.ts';
import type { RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import type { ProtectedWork } from '../../work.ts';

/** Rows that tell whether the run began before the change log does. */
const LOOKED_AT = 100;

/** A run to undo, and where the search for its writes begins: a position of the change feed, by default the oldest. */
export interface RunInput {
  readonly run: string;
  readonly since?: string | undefined;
}

/**
 * Where the change log has the writes of a run. Throws INVALID_REQUEST for the run id of writes without a run and when the run
 * wrote before `since`, and GONE when the log does not go back to the beginning of the run.
 */
export async function runToUndo(
  { run: runId, since: from = 'oldest' }: RunInput,
  { query, scope, services }: ProtectedWork,
): Promise<RunToUndo> {
  if (runId === DEFAULT_RUN_ID) {
    throw invalidRequest(`${runId} is the run id of all writes without a run, so it cannot be undone.`);
  }
  const since = await services.changes.cursorOf(from, 'since');
  const begin = sequenceOf(since);
  const oldest = await query.runRows(runId, { start: 0, count: LOOKED_AT }, scope);
  const stored = await query.getEntities(
    oldest.map(({ urn }) => urn),
    [...new Set(oldest.flatMap(({ aspectName = [] }) => aspectName))],
    scope,
  );
  const early = oldest.find(({ aspectName = '', urn }) => {
    const aspect = stored.get(urn)?.get(aspectName);
    return aspect !== undefined && aspect.sequence <= begin && writerOf(aspect.systemMetadata) === runId;
  });
  if (early === undefined) return { runId, since, isByAspect: true };
  if (from !== 'oldest') {
    throw invalidRequest(
      `Run ${runId} wrote ${early.aspectName} of ${early.urn} before 'since' (${from}). Give an earlier time, or leave it out.`,
    );
  }
  throw new CatalogError(
    'GONE',
    `Run ${runId} cannot be undone any more: the change log does not go back to its beginning (option changeLog.keepFor). \`datahub ingest rollback --run-id ${runId}\` drops what it wrote.`,
  );
}
