import { useQueryClient } from '@tanstack/react-query';

/** Retries all failed queries on the page, because they usually failed for the same reason. */
export function useRetry(): () => void {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
