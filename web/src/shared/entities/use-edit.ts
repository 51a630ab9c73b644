import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { showToast } from '../../components/feedback/toasts.tsx';

/** A change of an entity that can be undone. */
export interface Edit {
  /** What was done, `Tag added`. */
  readonly done: string;
  readonly run: () => Promise<unknown>;
  readonly undo?: (() => Promise<unknown>) | undefined;
  /** What was undone; default: `Undone: ` and `done`. */
  readonly undone?: string;
  /** What is changed: the urn of the entity, and the part of it. A new toast replaces those about the same. */
  readonly about: string;
}

/** Changes an entity, shows its new state, which is the query of `queryKey`, and offers to undo the change. */
export function useEdit(
  urn: string,
  queryKey: readonly string[] = ['entity', urn],
): {
  readonly edit: (change: Edit, onDone?: () => void) => void;
  /** Refetches the entity. */
  readonly renew: () => Promise<void>;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
} {
  const client = useQueryClient();
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ run }: Edit) => {
      await run();
      await renew();
    },
    onSuccess: (_, { done, undo, undone = `Undone: ${done}`, about }) => {
      if (!undo) {
        showToast(done, undefined, about);
        return;
      }
      const onPress = (): void => {
        undo()
          .then(renew)
          .then(
            () => {
              showToast(undone, undefined, about);
            },
            (failure: unknown) => {
              showToast(`Undo failed: ${messageOf(failure)}`, undefined, about);
            },
          );
      };
      showToast(done, { label: 'Undo', onPress }, about);
    },
  });
  return {
    edit: (change, onDone) => {
      mutate(change, { ...(onDone && { onSuccess: onDone }) });
    },
    renew,
    isPending,
    error,
    reset,
  };
}
