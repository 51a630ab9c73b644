import { useEffect, useState } from 'react';
import { useLocation, type AroundNavHandler } from 'wouter';
import { BASE_PATH } from '../../api/base-path.ts';

type Leave = () => void;

/** A page with unsaved work. */
interface Guard {
  readonly href: string;
  readonly ask: (leave: Leave) => void;
  readonly navigate: (path: string, options: { readonly replace: boolean }) => void;
}

let guard: Guard | undefined;

// Registered before the router's listener, so that the router sees an address only after the person has confirmed.
window.addEventListener('popstate', (event) => {
  if (guard === undefined) return;
  const { href, ask, navigate } = guard;
  const target = location.pathname.slice(BASE_PATH.length) + location.search;
  event.stopImmediatePropagation();
  history.pushState(null, '', href);
  ask(() => {
    navigate(target, { replace: true });
  });
});

/** Runs a navigation at once, or holds it if a page has unsaved changes. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const leave = (): void => {
    navigate(to, options);
  };
  if (guard === undefined) leave();
  else guard.ask(leave);
};

/** A navigation that waits for confirmation. */
export interface PendingLeave {
  readonly leave: Leave;
  readonly stay: () => void;
}

/**
 * Guards the page while `isUnsaved`: links, the browser's back and forward buttons, and reloads need confirmation. Returns
 * the pending navigation, undefined if there is none. For reloads, the browser itself asks.
 */
export function useLeaveGuard(isUnsaved: boolean): PendingLeave | undefined {
  const [, navigate] = useLocation();
  const [waiting, setWaiting] = useState<Leave>();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (leave: Leave): void => {
      setWaiting(() => () => {
        guard = undefined;
        setWaiting(undefined);
        leave();
      });
    };
    const onUnload = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    guard = { href: location.href, ask, navigate };
    window.addEventListener('beforeunload', onUnload);
    return () => {
      guard = undefined;
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isUnsaved, navigate]);
  if (waiting === undefined) return undefined;
  return {
    leave: waiting,
    stay: () => {
      setWaiting(undefined);
    },
  };
}
