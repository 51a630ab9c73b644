import { refusalOf } from '../auth/accounts/user-state.ts';
import type { Actor } from '../auth/actor.ts';
import { CatalogError } from '../errors.ts';
import type { JobStarter } from '../model/maintenance/job-report.ts';
import type { Urn } from '../model/urn.ts';
import { sizeOf, type BulkEdits } from '../operations/bulk-edits/bulk-edits.ts';
import { reportBefore, runBulkEdit } from '../operations/bulk-edits/run-bulk-edit.ts';
import type { Requester } from '../operations/requester.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { JobQueue, type Job } from '../system-update/job-queue.ts';
import { StopRequests } from '../system-update/stop-requests.ts';
import type { WorkTracer } from '../tracing.ts';
import { UnfinishedEdits } from './unfinished-edits.ts';

/** Dependencies of bulk edits. */
export interface BulkEditParts {
  readonly store: Pick<MetadataStore, 'jobs' | 'leases' | 'reader'>;
  readonly requesterFor: (actor: Actor) => Pick<Requester, 'asProposer' | 'run'>;
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
  // A separate queue, so that a trial does not wait for a long edit of another user.
  const trials = new JobQueue({ ...parts, lease: 'bulk-edit-trials' });
  const stops = new StopRequests({ store: store.jobs, kind: 'bulk-edit-stop', now });
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
      const job: Job = ({ id, signal, reportProgress }) =>
        runBulkEdit(request, {
          requester: async () => {
            await requireActive(actor.urn, startedAt);
            const requester = requesterFor(actor);
            return request.isProposed === true ? requester.asProposer() : requester;
          },
          isStopped: () => stops.has(id, actor.urn),
          signal,
          reportProgress,
        });
      const starter = { ...startedBy(actor), total: sizeOf(request), result: reportBefore(request) };
      try {
        return await queue.start(kind, job, starter, finish);
      } catch (error) {
        finish();
        throw error;
      }
    },
    keep: (actor, request, result) => {
      const [at, size] = [now(), sizeOf(request)];
      const ended = { state: 'succeeded', phase: 'edit', done: size, total: size, error: undefined } as const;
      const report = {
        kind: 'bulk-edit',
        ...startedBy(actor),
        ...ended,
        startedAt: at,
        finishedAt: at,
        result,
      } as const;
      return store.jobs.add(report, at);
    },
    report: async (id) => (await edits.report('bulk-edit', id)) ?? trials.report('bulk-edit-trial', id),
    list: (owner) => edits.list('bulk-edit', owner),
    stop: (id, { urn: owner }) => stops.add(id, owner),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([edits[Symbol.asyncDispose](), trials[Symbol.asyncDispose]()]);
    },
  };
}

/** Who started an edit, for its report; with the token if it is restricted. */
function startedBy({ restriction, tokenId, urn: owner }: Actor): Pick<JobStarter, 'owner' | 'token'> {
  return { owner, ...(restriction && tokenId !== undefined && { token: tokenId }) };
}
