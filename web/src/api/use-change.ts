import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

/** A write after which everything that the named queries have shown is read again, before it counts as done. */
export function useChange<Variables = void, Result = unknown>(
  queryNames: readonly string[],
  run: (variables: Variables) => Promise<Result>,
): UseMutationResult<Result, Error, Variables> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await Promise.all(queryNames.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
}
