import { applyAppearance, storedAppearance } from './api/appearance.ts';
import { BASE_PATH } from './api/base-path.ts';
import { createQueryClient } from './api/query-client.ts';
import { isSignedIn } from './api/session.ts';
import { prefetchSearch } from './features/search/prefetch-search.ts';

/**
 * The query cache. This file runs before the pages' code has loaded, so that the first page's requests are sent in the
 * meantime.
 */
export const client = createQueryClient();

// Before anything is drawn.
applyAppearance(storedAppearance());

if (isSignedIn() && ['/', '/search'].includes(location.pathname.slice(BASE_PATH.length)))
  void prefetchSearch(client, new URLSearchParams(location.search)).catch(() => undefined);
