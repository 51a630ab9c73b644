import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { getEdit, startEdit, type EditReport } from '../../shared/edits/edit-report.ts';

/** Polling interval of a running edit, in ms. */
const POLL_MS = 300;

/** The edit with this number, polled until it is over. */
export function useEdit(id: number | undefined): {
  readonly report: EditReport | undefined;
  readonly error: Error | null;
} {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['bulkEdit', id],
    queryFn: ({ signal }) => getEdit(id ?? 0, signal),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.isOver === true || state.error ? false : POLL_MS),
  });
  const hasChanged = data?.isOver === true && !data.isTrial && data.changed > 0;
  useEffect(() => {
    // Any other data on the page may show what was changed.
    if (hasChanged)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulkEdit' });
  }, [client, hasChanged]);
  return { report: data, error };
}

/** Statuses of a plan whose values changed since, or that is too old. */
const OUTDATED: readonly number[] = [409, 410];

interface EditToStart {
  readonly body: object;
  /** Number of the dry run of `body` to apply as it was shown. */
  readonly plan?: number;
}

/** Starts an edit. If it should be as shown by a dry run that is outdated, starts a new dry run instead. */
async function startOrCompare({
  body,
  plan,
}: EditToStart): Promise<{ readonly id: number; readonly isOutdated: boolean }> {
  if (plan !== undefined) {
    try {
      return { id: (await startEdit({ plan })).id, isOutdated: false };
    } catch (error) {
      if (!(error instanceof ApiError) || !OUTDATED.includes(error.status)) throw error;
      return { id: (await startEdit({ ...body, dryRun: true })).id, isOutdated: true };
    }
  }
  return { id: (await startEdit(body)).id, isOutdated: false };
}

/** Whether a finished edit did something else than its dry run showed. */
function differs(done: EditReport, compared: EditReport): boolean {
  if (!done.isOver || done.isTrial || done.isStopped || done.isFailed) return false;
  if (done.changed !== compared.changed || done.failed !== compared.failed) return true;
  const shown = new Map(compared.changes.map(({ urn, cells }) => [urn, JSON.stringify(cells)]));
  // Reports of many assets list the first only, which may be others.
  return done.changes.some(({ urn, cells }) => shown.has(urn) && shown.get(urn) !== JSON.stringify(cells));
}

/** Starts an edit or a dry run, and polls it. */
export function useEditRun() {
  const [id, setId] = useState<number>();
  // The dry run before an edit that the server cannot apply as shown.
  const [compared, setCompared] = useState<EditReport>();
  const { report, error } = useEdit(id);
  const starting = useMutation({
    mutationFn: startOrCompare,
    onSuccess: (started) => {
      setId(started.id);
    },
  });
  return {
    report,
    /** Whether the report is of a completed dry run. */
    isCompared: report?.isOver === true && report.isTrial,
    error: starting.error ?? error,
    isRunning: starting.isPending || (id !== undefined && report?.isOver !== true && error === null),
    /** Whether the report is of a dry run that replaces one whose values changed before it was applied. */
    isOutdated: starting.data?.isOutdated === true,
    /** The dry run that the finished edit differs from, because values changed in between. */
    differsFrom: compared && report && differs(report, compared) ? compared : undefined,
    start: (body: object) => {
      setId(undefined);
      setCompared(undefined);
      starting.mutate({ body });
    },
    /** Carries out the edit of a dry run as it was shown; the report stays until then. */
    apply: (body: object) => {
      const isAsShown = report?.canBeApplied === true;
      setCompared(isAsShown ? undefined : report);
      starting.mutate(isAsShown ? { body, plan: report.id } : { body });
    },
    reset: () => {
      setId(undefined);
      starting.reset();
    },
  };
}
