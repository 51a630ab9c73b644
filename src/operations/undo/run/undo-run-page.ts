import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import type { EditFailure } from '../../../model/bulk-edit.ts';
import type { BulkEditRequest } from '../../bulk-edits/bulk-edits.ts';
import type { Outcome } from '../../bulk-edits/edit-outcome.ts';
import { PER_COMMIT } from '../../bulk-edits/in-halves.ts';
import type { Requester } from '../../requester.ts';
import { applyReversals } from './apply-reversals.ts';
import type { RunWrites } from './find-run-writes.ts';
import { reversalDigest, type Reversal } from './reversal.ts';
import { because } from '../../../refusals.ts';

/** Undoes a page of the writes of a run; a dry run only reports the effect. */
export async function undoRunPage(
  { failures, reversals, sequence }: RunWrites,
  { isTrial, runId, undoes }: BulkEditRequest,
  requester: Pick<Requester, 'run'>,
  outcome: Outcome,
): Promise<void> {
  const all = reversals.filter(({ proposals }) => proposals.length > 0);
  const planned = undoes !== undefined && 'isByAspect' in undoes ? undoes.planned : undefined;
  const open = planned === undefined ? all : all.filter((one) => planned.digests.has(reversalDigest(one)));
  outcome.fail(failures, failures.length);
  const late = all.filter((one) => !open.includes(one)).map(unplanned);
  outcome.fail(late, late.length);
  outcome.succeed(reversals.length - all.length, []);
  for (let start = 0; start < open.length; start += PER_COMMIT) {
    const batch = open.slice(start, start + PER_COMMIT);
    const applied = await requester.run(applyReversals, { reversals: batch, isTrial, runId });
    outcome.succeed(applied.changed.length, applied.changed);
    outcome.fail(applied.failures, applied.failures.length);
    await nextTurnOfRead();
  }
  outcome.hasRead(sequence);
}

/** The failure of a change that a plan has not shown, or not so. */
function unplanned({ cells: [cell], urn }: Reversal): EditFailure {
  return {
    urn,
    ...(cell !== undefined && { field: cell.field }),
    code: 'CONFLICT',
    ...because('CHANGED_SINCE'),
    message: 'It is kept: it changed since the plan.',
  };
}
