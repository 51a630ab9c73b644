import { applyAppearance, storedAppearance } from './api/person/appearance.ts';
import { BASE_PATH } from './api/base-path.ts';
import { createQueryClient } from './api/query-client.ts';
import { isSignedIn } from './api/session.ts';
import { prefetchSearch } from './features/search/prefetch-search.ts';
import { prefetchHome } from './pages/prefetch-home.ts';
import { prefetchPage } from './pages/prefetch-page.ts';
import { prefetchShell } from './pages/prefetch-shell.ts';
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
if (isSignedIn()) {
  if (path === '/') {
    void prefetchHome(client).catch(() => undefined);
    void import('./pages/home-page.tsx').catch(() => undefined);
  } else {
    prefetchShell(client);
    if (path === '/search')
      void prefetchSearch(client, new URLSearchParams(location.search)).catch(() => undefined);
    prefetchPage(client, path);
    // The page that most links from outside lead to. The shell loads the code of the others.
    if (pageOf(path)?.page === '/:type/:urn')
      void import('./pages/assets/entity-page.tsx').catch(() => undefined);
  }
}
