import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Route, Router, Switch, useLocation } from 'wouter';
import { BASE_PATH } from './api/base-path.ts';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { Skeleton } from './components/feedback/notices.tsx';
import { Page } from './components/layout/layout.tsx';
import { Shell } from './features/shell/shell.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ROUTES } from './pages/pages.ts';
import { prefetchPage } from './pages/prefetch-page.ts';
import { usePreloads } from './pages/use-preloads.ts';
import { guardedNavigation } from './shared/leaving/leave-guard.ts';
import { useRawLocation } from './urls/raw-location.ts';

/** The web interface: the shell and the page for the current address. */
export function App(): ReactNode {
  return (
    <Router base={BASE_PATH} hook={useRawLocation} aroundNav={guardedNavigation}>
      <Navigation>
        <Shell>
          <Pages />
        </Shell>
      </Navigation>
    </Router>
  );
}

/** The page for the current address. If it fails, the shell stays, so that other pages can be opened. */
function Pages(): ReactNode {
  const [location] = useLocation();
  const client = useQueryClient();
  usePreloads();
  // Also while the code of the page loads.
  useEffect(() => {
    prefetchPage(client, location);
  }, [client, location]);
  return (
    <ErrorBoundary resetKey={location} title="This page could not be loaded">
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {ROUTES.map(({ path, component: Shown }) => (
            <Route key={path} path={path}>
              <Shown />
            </Route>
          ))}
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
        <Arrival path={location} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Placeholder while the code of a page loads. */
function PageSkeleton(): ReactNode {
  return (
    <Page title="Loading">
      <Skeleton lines={6} />
    </Page>
  );
}

/**
 * Moves the focus to the heading of a new page once the page itself, not its skeleton, is shown, unless a field of it has the
 * focus.
 */
function Arrival({ path }: { readonly path: string }): ReactNode {
  const shown = useRef(path);
  useEffect(() => {
    const isInField = document.activeElement?.matches('#content :is(input, textarea)') === true;
    // The first page keeps the focus that the browser gave it.
    if (shown.current !== path && !isInField) document.querySelector<HTMLElement>('#content h1')?.focus();
    shown.current = path;
  }, [path]);
  return null;
}

/** Makes links in React Aria components (menus, tables) navigate without a page load. */
function Navigation({ children }: { readonly children: ReactNode }): ReactNode {
  const [, navigate] = useLocation();
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}
