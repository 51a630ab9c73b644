import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { BASE_PATH } from './base-path.ts';
import { isOutdated } from './renewal/outdated.ts';

/** Time between two checks of a server from which nothing was heard, and time it has to respond, in ms. */
const CHECK_MS = 2_000;
/** Time between two checks while the server holds a request: the end of its process ends the request, too. */
const HELD_CHECK_MS = 30_000;

/** When the last response arrived, in the time of `performance`. */
let heardAt = performance.now();
let isAway = false;
/** Number of requests that the server is holding until something changes. */
let held = 0;
const listeners = new Set<() => void>();

/** Performs a request and records whether the server responds. */
export async function heard(run: () => Promise<Response>): Promise<Response> {
  try {
    const response = await run();
    setAway(false);
    return response;
  } catch (error) {
    if (!(error instanceof DOMException)) setAway(true);
    throw error;
  }
}

/** Marks a request that the server holds until something changes, while it runs. */
export async function whileHeld<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  held += 1;
  try {
    return await run();
  } finally {
    held -= 1;
  }
}

/** Whether the last request found no server. */
export function useIsAway(): boolean {
  return useSyncExternalStore(subscribe, () => isAway);
}

/** Asks the server whether it is there; records the result. */
export async function checkServer(): Promise<void> {
  try {
    await fetch(`${BASE_PATH}/health`, { cache: 'no-store', signal: AbortSignal.timeout(CHECK_MS) });
    setAway(false);
  } catch {
    // A failure of any kind, such as a timeout, means that there was no response.
    setAway(true);
  }
}

/**
 * Notices within 5 seconds that the server of a visible page is away, even if the page requests nothing; within 32 seconds if only
 * the network is cut where the browser cannot see it.
 * Once it is back, repeats what failed.
 */
export function useReachability(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      const restMs = held > 0 ? HELD_CHECK_MS : CHECK_MS;
      if (isAway || performance.now() - heardAt >= restMs) void checkServer();
    }, CHECK_MS);
    const unsubscribe = subscribe(() => {
      if (isAway) return;
      const isFailed = (query: Parameters<typeof isOutdated>[0]): boolean =>
        query.state.status === 'error' || isOutdated(query);
      void client.refetchQueries({ type: 'active', predicate: isFailed });
    });
    const check = (): void => void checkServer();
    globalThis.addEventListener('offline', check);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('offline', check);
      unsubscribe();
    };
  }, [client]);
}

function setAway(next: boolean): void {
  if (!next) heardAt = performance.now();
  if (isAway === next) return;
  isAway = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
