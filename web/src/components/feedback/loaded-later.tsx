import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * A component whose code is loaded when it is first shown. It shows nothing until then, and an error notice if its code cannot
 * be loaded.
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => {
    const Component = await load();
    return { default: (props: { readonly passed: Props }): ReactNode => <Component {...props.passed} /> };
  });
  return function LoadedLater(props: Props): ReactNode {
    return (
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Loaded passed={props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
