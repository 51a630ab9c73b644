import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { BASE_PATH } from './api/base-path.ts';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { Skeleton } from './components/feedback/notices.tsx';
import { Page } from './components/layout/layout.tsx';
import { Shell } from './features/shell/shell.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ROUTES } from './pages/pages.ts';
import { guardedNavigation } from './features/leaving/leave-guard.ts';
import { useRawLocation } from './urls/raw-location.ts';

/** The interface: the frame, and in it the page that the address names. */
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

/** The page of the address. One that fails leaves the frame, from which others are reached. */
function Pages(): ReactNode {
  const [location] = useLocation();
  return (
    <ErrorBoundary resetKey={location} title="This page could not be loaded">
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          <Route path="/">
            <Redirect to="/search" replace />
          </Route>
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

/** What is shown while the code of a page is loaded. */
function PageSkeleton(): ReactNode {
  return (
    <Page title="Loading">
      <Skeleton lines={6} />
    </Page>
  );
}

/** Moves the focus to the heading of a new page, once the page is there, not what is shown while it is loaded. */
function Arrival({ path }: { readonly path: string }): ReactNode {
  const shown = useRef(path);
  useEffect(() => {
    // The first page keeps the focus that the browser gave it.
    if (shown.current !== path) document.querySelector<HTMLElement>('#content h1')?.focus();
    shown.current = path;
  }, [path]);
  return null;
}

/** Lets the links of React Aria's components (menus, tables) navigate without loading the page. */
function Navigation({ children }: { readonly children: ReactNode }): ReactNode {
  const [, navigate] = useLocation();
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}
