import { refusalOf } from '../auth/accounts/user-state.ts';
import type { Actor } from '../auth/actor.ts';
import { CatalogError } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import type { BulkEdits } from '../operations/bulk-edits/bulk-edits.ts';
import { reportBefore, runBulkEdit } from '../operations/bulk-edits/run-bulk-edit.ts';
import type { Requester } from '../operations/requester.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { JobQueue } from '../system-update/job-queue.ts';
import type { Job } from '../system-update/job-queue.ts';
import type { WorkTracer } from '../tracing.ts';
import { UnfinishedEdits } from './unfinished-edits.ts';

/** Dependencies of bulk edits. */
export interface BulkEditParts {
  readonly store: Pick<MetadataStore, 'jobs' | 'leases' | 'reader'>;
  readonly requesterFor: (actor: Actor) => Pick<Requester, 'run'>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called when an edit fails as a whole. */
  readonly warn: (message: string, error: unknown) => void;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/** Opens the bulk edits of a catalog. Disposing ends the running ones after their current commit. */
export function openBulkEdits({
  now,
  requesterFor,
  store,
  tracer,
  warn,
}: BulkEditParts): BulkEdits & AsyncDisposable {
  const parts = { leases: store.leases, store: store.jobs, now, warn, tracer };
  const edits = new JobQueue({ ...parts, lease: 'bulk-edits' });
  // Apart, so that a trial does not wait for the long edit of somebody else.
  const trials = new JobQueue({ ...parts, lease: 'bulk-edit-trials' });
  const stopsOf = async (id: number, owner: Urn) =>
    (await store.jobs.list('bulk-edit-stop', owner)).filter(({ report }) => report.phase === String(id));
  const unfinished = new UnfinishedEdits();
  const requireActive = async (user: Urn, since: number): Promise<void> => {
    const refusal = await refusalOf(store.reader, user, since);
    if (refusal !== undefined) throw new CatalogError('FORBIDDEN', `Stopped: ${refusal}.`);
  };
  return {
    start: async (actor, request) => {
      const [queue, kind] = request.isTrial
        ? [trials, 'bulk-edit-trial' as const]
        : [edits, 'bulk-edit' as const];
      const finish = unfinished.admit(actor.urn, request);
      const startedAt = now();
      const job: Job = ({ id, signal, tell }) =>
        runBulkEdit(request, {
          requester: async () => {
            await requireActive(actor.urn, startedAt);
            return requesterFor(actor);
          },
          isStopped: async () => (await stopsOf(id, actor.urn)).length > 0,
          ...{ signal, tell },
        });
      const starter = {
        owner: actor.urn,
        total: request.assets.length,
        result: reportBefore(request),
        ...(actor.restriction && actor.tokenId !== undefined && { token: actor.tokenId }),
      };
      try {
        return await queue.start(kind, job, starter, finish);
      } catch (error) {
        finish();
        throw error;
      }
    },
    report: async (id) => (await edits.report('bulk-edit', id)) ?? trials.report('bulk-edit-trial', id),
    list: (owner) => edits.list('bulk-edit', owner),
    stop: async (id, { urn: owner }) => {
      // Once is enough, and more would push out the person's other wishes.
      if ((await stopsOf(id, owner)).length > 0) return;
      // A report of its own, which the heartbeat of the edit does not overwrite.
      const at = now();
      await store.jobs.add(
        {
          ...{ kind: 'bulk-edit-stop', owner, state: 'succeeded', phase: String(id), done: 0, total: 0 },
          ...{ startedAt: at, finishedAt: at, result: undefined, error: undefined },
        },
        at,
      );
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([edits[Symbol.asyncDispose](), trials[Symbol.asyncDispose]()]);
    },
  };
}
