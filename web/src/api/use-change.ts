import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

/** A mutation that is done only after the named queries have been refetched. */
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
