import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { keepWhatIsShown } from './renewal/outdated.ts';
import { goToSignIn } from './session.ts';

/** Lost sessions lead to the page to sign in, from wherever they are noticed. */
function onError(error: unknown): void {
  if (error instanceof ApiError && error.needsSignIn) goToSignIn();
}

/**
 * Creates the cache of answers. An answer is shown again at once and asked for again when a page is opened; nothing is
 * retried by itself but requests that got no answer.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({ onError });
  keepWhatIsShown(queryCache);
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
