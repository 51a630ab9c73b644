import { useQueryClient } from '@tanstack/react-query';

/** Asks again for everything on the page that failed: what one notice tells has mostly the same cause as the others. */
export function useRetry(): () => void {
  const client = useQueryClient();
  return () =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
