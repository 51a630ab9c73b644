import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useDebounced } from '../../../components/use-debounced.ts';
import { applyPlan, planChanges, type Changes, type Plan } from './plan.ts';

/** Debounce of typing before a plan is requested, in ms. */
export const REST_MS = 350;

/** A plan that is kept up to date while editing. */
export interface LivePlan {
  /** The latest plan; kept while a newer one loads. */
  readonly plan: Plan | undefined;
  /** Whether `plan` matches the current changes. */
  readonly isCurrent: boolean;
  /** The server's objections to the changes. */
  readonly error: unknown;
  /** Applies the plan; `onDone` gets the commit, undefined if nothing changed. */
  readonly apply: (onDone: (commit: number | undefined) => void) => void;
  readonly isApplying: boolean;
  /** Why applying failed. */
  readonly applyError: unknown;
}

/** Plans `changes`, debounced; disabled while they are undefined. */
export function useLivePlan(changes: Changes | undefined): LivePlan {
  const client = useQueryClient();
  const key = changes === undefined ? '' : JSON.stringify(changes);
  const rested = useDebounced(changes, key, REST_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['planStructuredProperties', rested.key],
    queryFn: ({ signal }) => planChanges(rested.value ?? {}, signal),
    enabled: rested.value !== undefined,
    placeholderData: keepPreviousData,
    // A plan is a snapshot: never served from the cache.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const {
    mutate,
    isPending,
    error: applyError,
    reset,
  } = useMutation({
    mutationFn: applyPlan,
    onError: (failure) => {
      if (!(failure instanceof ApiError) || failure.status !== 409) return;
      // Someone else changed it first: reload their state and plan again.
      void client.invalidateQueries({ queryKey: ['property'] });
      void refetch();
    },
  });
  // Errors of an earlier change do not apply to this one.
  useEffect(reset, [key, reset]);
  const isCurrent = rested.key === key && !isFetching && !isPlaceholderData && error === null;
  return {
    plan: changes === undefined ? undefined : data,
    isCurrent,
    error: rested.key === key && changes !== undefined ? error : null,
    apply: (onDone) => {
      if (data === undefined || !isCurrent) return;
      mutate(data, {
        onSuccess: (commit) => {
          onDone(commit);
          void client.invalidateQueries({
            predicate: ({ queryKey }) => queryKey[0] !== 'planStructuredProperties',
          });
        },
      });
    },
    isApplying: isPending,
    applyError,
  };
}
