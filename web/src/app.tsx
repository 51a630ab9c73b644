import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { BASE_PATH } from './api/base-path.ts';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { Skeleton } from './components/feedback/notices.tsx';
import { Page } from './components/layout/layout.tsx';
import { Shell } from './features/shell/shell.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { PAGES } from './pages/pages.ts';
import { guardedNavigation } from './features/leaving/leave-guard.ts';
import { useRawLocation } from './urls/raw-location.ts';

/** The interface: the frame, and in it the page that the address names. */
export function App(): ReactNode {
  return (
    <Router base={BASE_PATH} hook={useRawLocation} aroundNav={guardedNavigation}>
      <Navigation>
        <Shell>
          <PageBoundary>
            <Switch>
              <Route path="/">
                <Redirect to="/search" replace />
              </Route>
              {PAGES.map(({ path, component: Shown }) => (
                <Route key={path} path={path}>
                  <Shown />
                </Route>
              ))}
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          </PageBoundary>
        </Shell>
      </Navigation>
    </Router>
  );
}

/** Lets the links of React Aria's components (menus, tables) navigate without loading the page. */
function Navigation({ children }: { readonly children: ReactNode }): ReactNode {
  const [, navigate] = useLocation();
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}

/** What is shown while the code of a page is loaded, or if it cannot be. */
function PageBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  const skeleton = (
    <Page title="Loading">
      <Skeleton lines={6} />
    </Page>
  );
  return (
    <ErrorBoundary resetKey={path} title="This page could not be loaded">
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  );
}
