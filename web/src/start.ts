import { BASE_PATH } from './api/base-path.ts';
import { createQueryClient } from './api/query-client.ts';
import { isSignedIn } from './api/session.ts';
import { prefetchSearch } from './features/search/prefetch-search.ts';

/**
 * The cache of answers. This file runs before the code of the pages has arrived and is read, so that what the first page
 * asks for is on its way meanwhile.
 */
export const client = createQueryClient();

if (isSignedIn() && ['/', '/search'].includes(location.pathname.slice(BASE_PATH.length)))
  void prefetchSearch(client, new URLSearchParams(location.search)).catch(() => undefined);
