import { CatalogError } from '../../errors.ts';
import type { AssetChange, AssetEdit, EditFailure } from '../../model/bulk-edit.ts';
import type { JsonObject } from '../../util/json.ts';
import type { Requester } from '../requester.ts';
import { sizeOf } from './bulk-edits.ts';
import type { BulkEditRequest } from './bulk-edits.ts';
import { editAssets } from './edit-assets.ts';
import { findEditedAssets } from './find-edited-assets.ts';
import { findLostValues } from './find-lost-values.ts';
import { findRefusedEdits } from './find-refused-edits.ts';
import { fieldName } from './read-edits.ts';

/** Assets of one commit: few enough that the requests of others wait for milliseconds only. */
const PER_COMMIT = 200;
/** Maximum numbers of changed assets and of failures that a report lists; all are counted. */
const MOST_CHANGES = 200;
const MOST_FAILURES = 1_000;

/** Where a bulk edit runs. */
export interface BulkEditRun {
  /** Creates the requester of the next batch, whose rights are judged again; rejects if the person is no longer active. */
  readonly requester: () => Promise<Pick<Requester, 'run'>>;
  /** Whether somebody asked to stop the edit. */
  readonly isStopped: () => Promise<boolean>;
  /** Aborted when the process ends. */
  readonly signal: AbortSignal;
  readonly tell: (phase: string, done: number, total: number, result?: JsonObject) => void;
}

/** The report of an edit that has not begun. */
export function reportBefore(request: BulkEditRequest): JsonObject {
  return new Outcome(request).report();
}

/** Errors of one asset; others end the whole edit. */
const OF_ASSET: ReadonlySet<string> = new Set<CatalogError['code']>([
  ...(['INVALID_REQUEST', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION'] as const),
  'TOO_LARGE',
]);

/**
 * Runs a bulk edit in batches of one commit each, and returns what was done. An asset is changed as a whole or not at all; a
 * refused asset does not keep others from being changed. Rejects when the process ends, and on errors of the store: what is
 * done stays, and running it again does the rest.
 */
export async function runBulkEdit(request: BulkEditRequest, run: BulkEditRun): Promise<JsonObject> {
  const outcome = new Outcome(request);
  const total = sizeOf(request);
  const phase = request.isTrial ? 'dry run' : 'edit';
  const next = batchesOf(request, outcome);
  for (let isLeft = total > 0 || request.undoes !== undefined; isLeft;) {
    run.tell(phase, outcome.done, total, outcome.report());
    if (run.signal.aborted) throw stoppedByRestart(outcome.done, total);
    if (await run.isStopped()) {
      outcome.isStopped = true;
      break;
    }
    isLeft = await next(await run.requester());
  }
  run.tell(phase, outcome.done, total, outcome.report());
  return outcome.report();
}

/** Returns what edits the next batch, and resolves with whether more are left. */
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
  return async (requester) => {
    const page = await ('runId' in undoes
      ? requester.run(findEditedAssets, { ...undoes, since })
      : requester.run(findLostValues, { ...undoes, since }));
    const open = page.assets.filter(({ edits }) => edits.length > 0);
    outcome.fail(page.failures, page.assets.length - open.length);
    for (let start = 0; start < open.length; start += PER_COMMIT) {
      await editBatch(open.slice(start, start + PER_COMMIT), request, requester, outcome);
    }
    since = page.cursor;
    const isWhole = 'isWholeCount' in undoes && undoes.isWholeCount && outcome.done >= undoes.changed;
    return !page.isAtEnd && !isWhole;
  };
}

function stoppedByRestart(done: number, total: number): CatalogError {
  const remedy = 'Start it again: what is done already stays as it is.';
  return new CatalogError('UNAVAILABLE', `Stopped by a restart after ${done} of ${total} assets. ${remedy}`);
}

async function editBatch(
  assets: readonly AssetEdit[],
  { isTrial, runId }: BulkEditRequest,
  requester: Pick<Requester, 'run'>,
  outcome: Outcome,
): Promise<void> {
  const refused = await requester.run(findRefusedEdits, { assets, isTrial });
  outcome.fail(refused);
  const refusedUrns = new Set(refused.map(({ urn }) => urn));
  const edit = async (left: readonly AssetEdit[]): Promise<void> => {
    const [only] = left;
    if (only === undefined) return;
    try {
      const changed = await requester.run(editAssets, { assets: left, isTrial, runId });
      outcome.succeed(left.length, changed);
    } catch (error) {
      if (!(error instanceof CatalogError) || !OF_ASSET.has(error.code)) throw error;
      if (left.length === 1) {
        outcome.fail(await failuresOf(only, error, requester));
        return;
      }
      // One asset refuses a commit: halves find it in few steps, and the others are changed.
      const middle = Math.ceil(left.length / 2);
      await edit(left.slice(0, middle));
      await edit(left.slice(middle));
    }
  };
  await edit(assets.filter(({ urn }) => !refusedUrns.has(urn)));
}

/** A failure for each field that is refused by itself; one without a field if it is the fields together. */
async function failuresOf(
  { edits, urn }: AssetEdit,
  { code, message }: CatalogError,
  requester: Pick<Requester, 'run'>,
): Promise<readonly EditFailure[]> {
  const [first, ...others] = edits;
  if (first !== undefined && others.length === 0)
    return [{ urn, field: fieldName(first.field), code, message }];
  const failures: EditFailure[] = [];
  for (const edit of edits) {
    try {
      await requester.run(editAssets, { assets: [{ urn, edits: [edit] }], isTrial: true });
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      failures.push({ urn, field: fieldName(edit.field), code: error.code, message: error.message });
    }
  }
  return failures.length > 0 ? failures : [{ urn, code, message }];
}

/** What has been done so far. */
class Outcome {
  isStopped = false;
  readonly #request: BulkEditRequest;
  readonly #changes: AssetChange[] = [];
  readonly #failures: EditFailure[];
  readonly #failed: Set<string>;
  #failureCount: number;
  #changed = 0;
  #unchanged = 0;
  #tried = 0;

  constructor(request: BulkEditRequest) {
    this.#request = request;
    this.#failures = request.failures.slice(0, MOST_FAILURES);
    this.#failureCount = request.failures.length;
    this.#failed = new Set(request.failures.map(({ line, urn }) => `${line} ${urn}`));
  }

  /** Assets that were tried. */
  get done(): number {
    return this.#tried;
  }

  succeed(tried: number, changes: readonly AssetChange[]): void {
    this.#tried += tried;
    this.#changed += changes.length;
    this.#unchanged += tried - changes.length;
    this.#changes.push(...changes.slice(0, Math.max(0, MOST_CHANGES - this.#changes.length)));
  }

  /** `tried`: assets of which nothing else is tried. */
  fail(failures: readonly EditFailure[], tried = new Set(failures.map(({ urn }) => urn)).size): void {
    const { lines } = this.#request;
    this.#tried += tried;
    for (const failure of failures) {
      const line = lines.get(failure.urn);
      this.#failureCount++;
      this.#failed.add(`${line} ${failure.urn}`);
      if (this.#failures.length < MOST_FAILURES)
        this.#failures.push({ ...failure, ...(line !== undefined && { line }) });
    }
  }

  /** For the report of the job: counts of assets, and the first changes and failures. */
  report(): JsonObject {
    const { about, isTrial, runId, since } = this.#request;
    return {
      ...{ about, isTrial, isStopped: this.isStopped },
      ...(!isTrial && { runId, since }),
      ...{ changed: this.#changed, unchanged: this.#unchanged, failed: this.#failed.size },
      left: Math.max(0, sizeOf(this.#request) - this.#tried),
      changes: this.#changes.map(({ cells, urn }) => {
        return {
          urn,
          cells: cells.map(({ after, before, field }) => ({ field: fieldName(field), before, after })),
        };
      }),
      failures: this.#failures.map((failure) => ({ ...failure })),
      failureCount: this.#failureCount,
    };
  }
}
