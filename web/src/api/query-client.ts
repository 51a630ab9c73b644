import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { keepStaleData } from './renewal/outdated.ts';
import { goToSignIn } from './session.ts';

/** Redirects to the sign-in page when any request finds that the session has ended. */
function onError(error: unknown): void {
  if (error instanceof ApiError && error.needsSignIn) goToSignIn();
}

/**
 * Creates the query cache. Opening a page shows cached data at once and refetches it; only requests without a response
 * are retried automatically.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onError });
  keepStaleData(queryCache);
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // A browser without internet may reach the server on the same machine.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 2_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      },
    },
  });
}
