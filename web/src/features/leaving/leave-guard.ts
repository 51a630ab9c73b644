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

// Listens before the router does, which is shown no address that the person has not decided to go to.
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

/** Runs every navigation of the interface, unless a page with unsaved work asks the person first. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const leave = (): void => {
    navigate(to, options);
  };
  if (guard === undefined) leave();
  else guard.ask(leave);
};

/** A navigation that waits for the person's decision. */
export interface PendingLeave {
  readonly leave: Leave;
  readonly stay: () => void;
}

/**
 * Keeps the page while `isUnsaved`: links, the buttons of the browser and a reload ask first. Returns the navigation that
 * waits, undefined if none does; reloads are asked about by the browser itself.
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
