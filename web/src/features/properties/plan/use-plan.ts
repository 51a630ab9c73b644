import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useRested } from '../../../components/use-rested.ts';
import { applyPlan, planChanges, type Changes, type Plan } from './plan.ts';

/** How long typing must rest before the server is asked, in ms. */
export const REST_MS = 350;

/** A plan that follows what is being changed. */
export interface LivePlan {
  /** The latest plan, also while a newer one is on its way. */
  readonly plan: Plan | undefined;
  /** Whether `plan` is of the changes as they are now. */
  readonly isCurrent: boolean;
  /** What the server says against the changes. */
  readonly error: unknown;
  readonly apply: (onDone: () => void) => void;
  readonly isApplying: boolean;
  /** Why applying failed. */
  readonly applyError: unknown;
}

/** Plans `changes` whenever they rest; nothing while they are undefined. */
export function useLivePlan(changes: Changes | undefined): LivePlan {
  const client = useQueryClient();
  const key = changes === undefined ? '' : JSON.stringify(changes);
  const rested = useRested(changes, key, REST_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['planStructuredProperties', rested.key],
    queryFn: ({ signal }) => planChanges(rested.value ?? {}, signal),
    enabled: rested.value !== undefined,
    placeholderData: keepPreviousData,
    // A plan is of one moment: it is made again when it is asked for.
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
      // Somebody else was faster: their state and a plan for it are needed.
      void client.invalidateQueries({ queryKey: ['property'] });
      void refetch();
    },
  });
  // What was said about an earlier change is no longer true of this one.
  useEffect(reset, [key, reset]);
  const isCurrent = rested.key === key && !isFetching && !isPlaceholderData && error === null;
  return {
    plan: changes === undefined ? undefined : data,
    isCurrent,
    error: rested.key === key && changes !== undefined ? error : null,
    apply: (onDone) => {
      if (data === undefined || !isCurrent) return;
      mutate(data, {
        onSuccess: () => {
          onDone();
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
