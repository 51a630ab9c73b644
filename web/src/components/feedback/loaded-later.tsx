import { Suspense, lazy, type ComponentType, type ReactNode } from 'react';
import { useHeldKeys } from '../on-use/held-keys.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/**
 * A dialog whose code is loaded when it is first opened. It shows nothing until then, but keeps what is typed, and an error
 * notice if its code cannot be loaded.
 */
export function loadedLater<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded = lazy(async () => {
    const Component = await load();
    return { default: (props: { readonly passed: Props }): ReactNode => <Component {...props.passed} /> };
  });
  return function LoadedLater(props: Props): ReactNode {
    return (
      <ErrorBoundary>
        <Suspense fallback={<Opening onEscape={props.onClose} />}>
          <Loaded passed={props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

function Opening({ onEscape }: { readonly onEscape: () => void }): ReactNode {
  useHeldKeys(true, onEscape);
  return null;
}
