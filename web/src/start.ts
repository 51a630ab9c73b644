import { applyAppearance, storedAppearance } from './api/person/appearance.ts';
import { BASE_PATH } from './api/base-path.ts';
import { createQueryClient } from './api/query-client.ts';
import { isSignedIn } from './api/session.ts';
import { prefetchHome } from './features/home/prefetch-home.ts';
import { prefetchSearch } from './features/search/prefetch-search.ts';
import { prefetchPage } from './pages/prefetch-page.ts';
import { pageOf } from './urls/page-of.ts';

/**
 * The query cache. This file runs before the pages' code has loaded, so that the first page's requests are sent in the
 * meantime.
 */
export const client = createQueryClient();

// Before anything is drawn.
applyAppearance(storedAppearance());

const path = location.pathname.slice(BASE_PATH.length);
// Pages retry what fails here, and report it.
if (isSignedIn() && path === '/') {
  void import('./pages/home-page.tsx').catch(() => undefined);
  void prefetchHome(client).catch(() => undefined);
}
if (isSignedIn() && path === '/search')
  void prefetchSearch(client, new URLSearchParams(location.search)).catch(() => undefined);
if (isSignedIn()) prefetchPage(client, path);
// The page that most links from outside lead to. The shell loads the code of the others.
if (isSignedIn() && pageOf(path)?.page === '/:type/:urn')
  void import('./pages/assets/entity-page.tsx').catch(() => undefined);
