import type { Actor } from '../auth/actor.ts';
import type { BulkEdits } from '../operations/bulk-edits/bulk-edits.ts';
import { runBulkEdit } from '../operations/bulk-edits/run-bulk-edit.ts';
import type { Requester } from '../operations/requester.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { JobQueue } from '../system-update/job-queue.ts';
import type { WorkTracer } from '../tracing.ts';

/** Dependencies of bulk edits. */
export interface BulkEditParts {
  readonly store: Pick<MetadataStore, 'jobs' | 'leases'>;
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
  return {
    start: (actor, request) => {
      const [queue, kind] = request.isTrial
        ? [trials, 'bulk-edit-trial' as const]
        : [edits, 'bulk-edit' as const];
      return queue.start(
        kind,
        ({ id, signal, tell }) =>
          runBulkEdit(request, {
            requester: () => requesterFor(actor),
            isStopped: async () => {
              const wishes = await store.jobs.list('bulk-edit-stop');
              return wishes.some(({ report }) => report.phase === String(id));
            },
            ...{ signal, tell },
          }),
        {
          owner: actor.urn,
          ...(actor.restriction && actor.tokenId !== undefined && { token: actor.tokenId }),
        },
      );
    },
    report: async (id) => (await edits.report('bulk-edit', id)) ?? trials.report('bulk-edit-trial', id),
    list: () => edits.list('bulk-edit'),
    stop: async (id, { urn: owner }) => {
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
