import { nextTurnOfRead } from '../../../util/concurrency/cancellation.ts';
import type { BulkEditRequest } from '../../bulk-edits/bulk-edits.ts';
import type { Outcome } from '../../bulk-edits/edit-outcome.ts';
import { PER_COMMIT } from '../../bulk-edits/in-halves.ts';
import type { Requester } from '../../requester.ts';
import { applyReversals } from './apply-reversals.ts';
import type { RunWrites } from './find-run-writes.ts';

/** Undoes a page of the writes of a run; a dry run only reports the effect. */
export async function undoRunPage(
  { failures, reversals, sequence }: RunWrites,
  { isTrial, runId }: BulkEditRequest,
  requester: Pick<Requester, 'run'>,
  outcome: Outcome,
): Promise<void> {
  const open = reversals.filter(({ proposals }) => proposals.length > 0);
  outcome.fail(failures, failures.length);
  outcome.succeed(reversals.length - open.length, []);
  for (let start = 0; start < open.length; start += PER_COMMIT) {
    const batch = open.slice(start, start + PER_COMMIT);
    const applied = await requester.run(applyReversals, { reversals: batch, isTrial, runId });
    outcome.succeed(applied.changed.length, applied.changed);
    outcome.fail(applied.failures, applied.failures.length);
    await nextTurnOfRead();
  }
  outcome.hasRead(sequence);
}
