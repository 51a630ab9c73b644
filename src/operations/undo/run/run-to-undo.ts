import { writerOf } from '../../../change/rollback/run-of.ts';
import { CatalogError, invalidRequest } from '../../../errors.ts';
import { because } from '../../../refusals.ts';
import { DEFAULT_RUN_ID } from '../../../model/aspect.ts';
import { sequenceOf } from '../../../query/changes/cursor.ts';
import type { RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import type { ProtectedWork } from '../../work.ts';

/** Maximum rows that are checked for writes before the start of the change log. */
const LOOKED_AT = 100;

/** A run to undo, and the position of the change feed from which its writes are read; default: the oldest. */
export interface RunInput {
  readonly run: string;
  readonly since?: string | undefined;
}

/**
 * Locates the writes of a run in the change log. Throws INVALID_REQUEST for the run id of writes without a run and if
 * the run wrote before `since`, and GONE if the log no longer contains the beginning of the run.
 */
export async function runToUndo(
  { run: runId, since: from = 'oldest' }: RunInput,
  { query, scope, services }: ProtectedWork,
): Promise<RunToUndo> {
  if (runId === DEFAULT_RUN_ID) {
    throw invalidRequest(
      `${runId} is the run id of all writes without a run, so it cannot be undone.`,
      undefined,
      because('RUN_NOT_REVERSIBLE'),
    );
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
      `Run ${runId} wrote ${early.aspectName} of ${early.urn} before 'since' (${from}). Give an earlier time, or omit it.`,
      undefined,
      because('RUN_NOT_REVERSIBLE'),
    );
  }
  throw new CatalogError(
    'GONE',
    `Run ${runId} can no longer be undone: its first changes are no longer in the change log (option changeLog.keepFor). \`datahub ingest rollback --run-id ${runId}\` removes its writes instead.`,
    because('UNDO_EXPIRED'),
  );
}
