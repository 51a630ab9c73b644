import type { JobReport } from '../../../model/maintenance/job-report.ts';
import type { Sequence } from '../../../model/sequence.ts';
import { EVERY_CHANGE } from '../../../query/changes/change-query.ts';
import type { JsonObject } from '../../../util/json.ts';
import { numeric } from '../../../util/json/json-members.ts';
import type { BulkEditRequest } from '../../bulk-edits/bulk-edits.ts';
import { Outcome, type ReportedChange } from '../../bulk-edits/edit-outcome.ts';
import { holdEdit } from '../../proposals/hold-edit.ts';
import { TOKEN } from '../../needs.ts';
import { defineInternal } from '../../operation.ts';
import type { ProtectedWork } from '../../work.ts';

/** Changes that the log is searched for at a time. */
const PER_PAGE = 1;

/** An edit that was written in one commit. */
export interface WrittenEdit {
  readonly request: BulkEditRequest;
  readonly changes: readonly ReportedChange[];
  readonly commit: Sequence | undefined;
}

/** Keeps the report of an edit that was written in one commit, so that it can be shown and undone. Returns the result. */
export const keepEdit = defineInternal({
  name: 'keepEdit',
  effect: 'write',
  needs: TOKEN,
  run: (written: WrittenEdit, work): Promise<JsonObject> => keep(written, work),
});

/** Starts the edit of a plan as a job. Returns the result. With a propose-only token it becomes a proposal, HELD. */
export const startPlannedEdit = defineInternal({
  name: 'startPlannedEdit',
  effect: 'write',
  proposing: 'run',
  needs: TOKEN,
  run: async (request: BulkEditRequest, work): Promise<JsonObject> => {
    await holdEdit(request, work);
    return resultOf(await work.services.bulkEdits.start(work.actor, request));
  },
});

/** The result of an edit whose process may have ended before it was kept; undefined if nothing of it was written. */
export const findAppliedEdit = defineInternal({
  name: 'findAppliedEdit',
  effect: 'read',
  needs: TOKEN,
  isLong: true,
  run: async (request: BulkEditRequest, work): Promise<JsonObject | undefined> => {
    const { actor, services } = work;
    const { runId } = request;
    const kept = await services.bulkEdits.list(actor.urn);
    const report = kept.find(({ result }) => result?.['runId'] === runId);
    if (report !== undefined) return resultOf(report);
    const commit = await commitOf(request, work);
    if (commit === undefined) return undefined;
    const changes = request.assets.map(({ urn }): ReportedChange => ({ urn, cells: [] }));
    return keep({ request, changes, commit }, work);
  },
});

/** The first commit of a run since a cursor. */
export async function commitOf(
  { runId, since: from }: Pick<BulkEditRequest, 'runId' | 'since'>,
  { anyScope, services }: ProtectedWork,
): Promise<Sequence | undefined> {
  const filter = { ...EVERY_CHANGE, runIds: [runId] };
  for (let since = from; ;) {
    const page = await services.changes.read({ since, limit: PER_PAGE, filter }, anyScope);
    const [event] = page.events;
    if (event !== undefined) return event.sequence;
    if (page.isAtEnd) return undefined;
    since = page.cursor;
  }
}

async function keep(
  { changes, commit, request }: WrittenEdit,
  { actor, services }: ProtectedWork,
): Promise<JsonObject> {
  const outcome = new Outcome(request);
  outcome.succeed(Math.max(request.assets.length, changes.length), changes);
  outcome.commit = commit;
  return resultOf(await services.bulkEdits.keep(actor, request, outcome.report()));
}

function resultOf({ id, result, state }: JobReport): JsonObject {
  const isDone = state === 'succeeded';
  return {
    edit: id,
    commit: numeric(result?.['commit']),
    ...(isDone && { changed: numeric(result?.['changed']), failed: numeric(result?.['failed']) }),
    state: isDone ? 'done' : state === 'failed' ? 'failed' : 'running',
  };
}
