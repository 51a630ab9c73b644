import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { BASE_PATH } from './base-path.ts';
import { isOutdated } from './renewal/outdated.ts';

/** Time between two checks of a server from which nothing was heard, and time it has to respond, in ms. */
const CHECK_MS = 2_000;

/** When the last response arrived, in the time of `performance`. */
let heardAt = performance.now();
let isAway = false;
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
 * Notices within 5 seconds that the server of a visible page is away, even if the page requests nothing or a request hangs.
 * Once it is back, repeats what failed.
 */
export function useReachability(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      if (isAway || performance.now() - heardAt >= CHECK_MS) void checkServer();
    }, CHECK_MS);
    const unsubscribe = subscribe(() => {
      if (isAway) return;
      const isFailed = (query: Parameters<typeof isOutdated>[0]): boolean =>
        query.state.status === 'error' || isOutdated(query);
      void client.refetchQueries({ type: 'active', predicate: isFailed });
    });
    return () => {
      clearInterval(timer);
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
