import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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

/** Starts an edit or a dry run, and polls it. */
export function useEditRun() {
  const [id, setId] = useState<number>();
  const { report, error } = useEdit(id);
  const starting = useMutation({
    mutationFn: startEdit,
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
    start: (body: object) => {
      setId(undefined);
      starting.mutate(body);
    },
    reset: () => {
      setId(undefined);
      starting.reset();
    },
  };
}
