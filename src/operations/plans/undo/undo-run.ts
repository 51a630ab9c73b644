import { notedCommit } from '../../../auth/audit/request-scope.ts';
import { CatalogError } from '../../../errors.ts';
import type { EditFailure } from '../../../model/bulk-edit.ts';
import { sequenceOf } from '../../../query/changes/cursor.ts';
import type { JsonObject } from '../../../util/json.ts';
import type { BulkEditRequest, RunToUndo } from '../../bulk-edits/bulk-edits.ts';
import { PER_COMMIT } from '../../bulk-edits/in-halves.ts';
import { applyReversals } from '../../undo/run/apply-reversals.ts';
import { findRunWrites } from '../../undo/run/find-run-writes.ts';
import { reversalDigest, type Reversal } from '../../undo/run/reversal.ts';
import { findAppliedEdit, keepEdit, startPlannedEdit } from '../edits/keep-edit.ts';
import type { OpenPlan, Planned, Runner } from '../planner.ts';
import { keptOf } from './kept.ts';
import { readBounds, type WritesToUndo } from './read-undo.ts';
import { requireFew } from './undo-edit.ts';

/** What the plan of the undo of a run keeps. */
interface RunContent extends JsonObject {
  readonly upTo: number;
  readonly digests: readonly string[];
}

/** Dry run of the undo of a run. `asked`: how it was named. */
export async function planUndoOfRun(
  asked: WritesToUndo,
  undoes: RunToUndo,
  runner: Runner,
): Promise<Planned> {
  const { most, since } = await runner.run(readBounds, undefined);
  const upTo = sequenceOf(since);
  const { failures, reversals } = await reversalsOf(undoes, upTo, runner);
  requireFew(reversals.length, most);
  const changed: Reversal[] = [];
  for (let start = 0; start < reversals.length; start += PER_COMMIT) {
    const batch = reversals.slice(start, start + PER_COMMIT);
    const tried = await runner.run(applyReversals, { reversals: batch, isTrial: true, runId: undoes.runId });
    changed.push(...tried.changed);
    failures.push(...tried.failures);
  }
  const { kept, rest } = keptOf(failures);
  const shown = {
    assets: reversals.length,
    changed: changed.length,
    unchanged: 0,
    failed: rest.length,
    changes: changed.map(({ cells, urn }) => ({ urn, cells: cells.map((cell) => ({ ...cell })) })),
    failures: rest,
    failureCount: rest.length,
    kept,
  };
  if (changed.length === 0) return { shown, content: undefined };
  return { shown, content: { ...asked, upTo, digests: changed.map(reversalDigest) } };
}

/** Undoes of a run what the plan has shown: up to 200 changes in one commit, all or none; more by a job. */
export async function applyUndoOfRun(
  asked: WritesToUndo,
  plan: OpenPlan,
  read: () => Promise<RunToUndo>,
  runner: Runner,
): Promise<JsonObject> {
  // Only `planUndoOfRun` writes it.
  const { digests: shown, upTo } = plan.content as RunContent;
  const digests = new Set(shown);
  const { name, reason, runId, since } = plan;
  const undoes = { ...(await read()), planned: { upTo, digests } };
  const request: BulkEditRequest = {
    about: { ...('edit' in asked ? { undo: asked.edit } : { run: asked.run }), plan: name, reason },
    assets: [],
    failures: [],
    lines: new Map(),
    undoes,
    isTrial: false,
    runId,
    since,
  };
  const earlier = plan.isRetry ? await runner.run(findAppliedEdit, request) : undefined;
  if (earlier !== undefined) return earlier;
  if (digests.size > PER_COMMIT) return runner.run(startPlannedEdit, request);
  const { reversals } = await reversalsOf(undoes, upTo, runner);
  const open = reversals.filter((one) => digests.has(reversalDigest(one)));
  if (open.length < digests.size) {
    throw new CatalogError(
      'CONFLICT',
      `${digests.size - open.length} of ${digests.size} changes are not as the plan showed. Nothing was changed; plan again.`,
    );
  }
  const changes = await writeWhole(open, runId, runner);
  return runner.run(keepEdit, { request, changes, commit: notedCommit() });
}

async function writeWhole(
  reversals: readonly Reversal[],
  runId: string,
  runner: Runner,
): Promise<readonly Reversal[]> {
  try {
    const { changed } = await runner.run(applyReversals, { reversals, isTrial: false, isWhole: true, runId });
    return changed;
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'PRECONDITION') throw error;
    throw new CatalogError('CONFLICT', `Nothing was changed: ${error.message}`);
  }
}

async function reversalsOf(
  { runId, since: from }: RunToUndo,
  upTo: number,
  runner: Runner,
): Promise<{ readonly reversals: readonly Reversal[]; readonly failures: EditFailure[] }> {
  const reversals: Reversal[] = [];
  const failures: EditFailure[] = [];
  for (let since = from; ;) {
    const page = await runner.run(findRunWrites, { runId, since, upTo });
    reversals.push(...page.reversals.filter(({ proposals }) => proposals.length > 0));
    failures.push(...page.failures);
    if (page.isAtEnd) return { reversals, failures };
    since = page.cursor;
  }
}
