import { CatalogError } from '../../errors.ts';
import { editFailure, type AssetEdit, type EditFailure } from '../../model/bulk-edit.ts';
import { sequenceOf } from '../../query/changes/cursor.ts';
import { nextTurn } from '../../util/concurrency/next-turn.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Requester } from '../requester.ts';
import { findRunWrites } from '../undo/run/find-run-writes.ts';
import { undoRunPage } from '../undo/run/undo-run-page.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import { editAssets } from './edit-assets.ts';
import { Outcome } from './edit-outcome.ts';
import { findEditedAssets } from './find-edited-assets.ts';
import { findLostValues } from './find-lost-values.ts';
import { findRefusedEdits } from './find-refused-edits.ts';
import { PER_COMMIT, writeInHalves } from './in-halves.ts';
import { fieldName } from './read-edits.ts';
import { redefine, redefines, undoRedefinition } from './redefinition.ts';

/** Environment of a running bulk edit. */
export interface BulkEditRun {
  /** Creates the requester of the next batch, with current rights; rejects if the user is no longer active. */
  readonly requester: () => Promise<Pick<Requester, 'run'>>;
  /** Whether a stop of the edit was requested. */
  readonly isStopped: () => Promise<boolean>;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
  readonly reportProgress: (phase: string, done: number, total: number, result?: JsonObject) => void;
}

/** The report of an edit that has not started. */
export function reportBefore(request: BulkEditRequest): JsonObject {
  return new Outcome(request).report();
}

/**
 * Runs a bulk edit in batches of one commit each, and returns the report. All changes of an asset are written or
 * none; a refused asset does not prevent changes of others. Rejects when the process ends, and on errors of the
 * store: finished batches are kept, and another run does the rest.
 */
export async function runBulkEdit(request: BulkEditRequest, run: BulkEditRun): Promise<JsonObject> {
  const outcome = new Outcome(request);
  const next = batchesOf(request, outcome);
  const reportProgress = (): void => {
    const { done, phase, total } = outcome.progress();
    run.reportProgress(phase, done, total, outcome.report());
  };
  await undoRedefinition(request, run, outcome);
  for (let isLeft = request.assets.length > 0 || request.undoes !== undefined; isLeft;) {
    reportProgress();
    if (run.signal.aborted) throw stoppedByRestart(outcome);
    if (await run.isStopped()) {
      outcome.isStopped = true;
      break;
    }
    isLeft = await next(await run.requester());
    // A refused batch or dry run awaits no I/O: without this, all batches would run in one turn of the event loop.
    await nextTurn();
  }
  await redefine(request, run, outcome);
  reportProgress();
  return outcome.report();
}

/** Returns a function that edits the next batch and resolves to whether batches remain. */
function batchesOf(
  request: BulkEditRequest,
  outcome: Outcome,
): (requester: Pick<Requester, 'run'>) => Promise<boolean> {
  const { assets, undoes } = request;
  if (undoes === undefined) {
    let start = 0;
    return async (requester) => {
      await editBatch(assets.slice(start, (start += PER_COMMIT)), request, requester, outcome);
      return start < assets.length;
    };
  }
  let { since } = undoes;
  if ('isByAspect' in undoes) {
    const upTo = undoes.planned?.upTo ?? sequenceOf(request.since);
    return async (requester) => {
      const page = await requester.run(findRunWrites, { ...undoes, since, upTo });
      await undoRunPage(page, request, requester, outcome);
      since = page.cursor;
      return !page.isAtEnd;
    };
  }
  return async (requester) => {
    const page = await ('runId' in undoes
      ? requester.run(findEditedAssets, { ...undoes, since })
      : requester.run(findLostValues, { ...undoes, since }));
    const open = page.assets.filter(({ edits }) => edits.length > 0);
    outcome.fail(page.failures, page.assets.length - open.length);
    for (let start = 0; start < open.length; start += PER_COMMIT) {
      await editBatch(open.slice(start, start + PER_COMMIT), request, requester, outcome);
      await nextTurn();
    }
    since = page.cursor;
    const isWhole = 'isWholeCount' in undoes && undoes.isWholeCount && outcome.done >= undoes.changed;
    return !page.isAtEnd && !isWhole;
  };
}

function stoppedByRestart(outcome: Outcome): CatalogError {
  const { counted, done, total } = outcome.progress();
  const remedy = 'Start it again: finished changes are kept.';
  return new CatalogError(
    'UNAVAILABLE',
    `Stopped by a restart after ${done} of ${total} ${counted}. ${remedy}`,
  );
}

async function editBatch(
  assets: readonly AssetEdit[],
  request: BulkEditRequest,
  requester: Pick<Requester, 'run'>,
  outcome: Outcome,
): Promise<void> {
  const { isProposed, isTrial, runId } = request;
  const isRedefined = redefines(request);
  const refused = await requester.run(findRefusedEdits, { assets, isProposed, isTrial });
  outcome.fail(refused);
  const refusedUrns = new Set(refused.map(({ urn }) => urn));
  await writeInHalves(
    assets.filter(({ urn }) => !refusedUrns.has(urn)),
    async (left) =>
      outcome.succeed(
        left.length,
        await requester.run(editAssets, { assets: left, isRedefined, isTrial, runId }),
      ),
    async (only, error) => outcome.fail(await failuresOf(only, error, requester)),
  );
}

/** A failure for each field that is refused individually; one without a field if only their combination is refused. */
async function failuresOf(
  { edits, urn }: AssetEdit,
  error: CatalogError,
  requester: Pick<Requester, 'run'>,
): Promise<readonly EditFailure[]> {
  const [first, ...others] = edits;
  if (first !== undefined && others.length === 0)
    return [editFailure({ urn, field: fieldName(first.field) }, error)];
  const failures: EditFailure[] = [];
  for (const edit of edits) {
    await nextTurn();
    try {
      await requester.run(editAssets, { assets: [{ urn, edits: [edit] }], isTrial: true });
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      failures.push(editFailure({ urn, field: fieldName(edit.field) }, error));
    }
  }
  return failures.length > 0 ? failures : [editFailure({ urn }, error)];
}
