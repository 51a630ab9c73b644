import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { BASE_PATH } from './base-path.ts';
import { isOutdated } from './renewal/outdated.ts';

/** Time without a response after which the server of a page in use is checked, in ms. */
const CHECK_MS = 1_500;
/** Interval of the timer that starts the checks, in ms. */
const TICK_MS = 500;
/** Steps and time of each in which the server has to respond, in ms. In all, an outage is noticed after at most 5 seconds. */
const STEPS = 3;
const STEP_MS = 1_000;
/**
 * Time without a response after which the server is checked while it holds a request and nobody uses the page, in ms. The end of
 * its process ends the request; only a network that drops packets silently is noticed later.
 */
const UNUSED_CHECK_MS = 30_000;
/** Time after the last input until a page counts as unused, in ms. */
const UNUSED_AFTER_MS = 60_000;
/** Events that show that somebody uses the page. */
const INPUTS = ['pointermove', 'pointerdown', 'wheel', 'keydown', 'focus'] as const;

/** When the last response arrived, in the time of `performance`. */
let heardAt = performance.now();
let isAway = false;
/** When the last input arrived, in the time of `performance`. */
let usedAt = performance.now();
let isChecking = false;
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
  const ending = new AbortController();
  // In steps: a page that was busy for a while handles the response before the next step, even if one step is late.
  let steps = 0;
  const timer = setInterval(() => {
    steps += 1;
    if (steps === STEPS) ending.abort();
  }, STEP_MS);
  isChecking = true;
  try {
    await fetch(`${BASE_PATH}/health`, { cache: 'no-store', signal: ending.signal });
    setAway(false);
  } catch {
    // A failure of any kind, such as a timeout, means that there was no response.
    setAway(true);
  } finally {
    clearInterval(timer);
    isChecking = false;
  }
}

/**
 * Notices within 5 seconds that the server of a visible page is away, even if the page requests nothing and the network drops
 * packets silently. While nobody uses the page, silent loss is noticed within 33 seconds or at the next input. Once the server is
 * back, repeats what failed.
 */
export function useReachability(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setInterval(checkIfSilent, TICK_MS);
    const unsubscribe = subscribe(() => {
      if (isAway) return;
      const isFailed = (query: Parameters<typeof isOutdated>[0]): boolean =>
        query.state.status === 'error' || isOutdated(query);
      void client.refetchQueries({ type: 'active', predicate: isFailed });
    });
    const check = (): void => void checkServer();
    globalThis.addEventListener('offline', check);
    for (const input of INPUTS) globalThis.addEventListener(input, noteUse, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('offline', check);
      for (const input of INPUTS) globalThis.removeEventListener(input, noteUse, { capture: true });
      unsubscribe();
    };
  }, [client]);
}

function noteUse(): void {
  usedAt = performance.now();
}

function checkIfSilent(): void {
  if (document.visibilityState === 'hidden' || isChecking) return;
  const now = performance.now();
  const isUnused = held > 0 && now - usedAt >= UNUSED_AFTER_MS;
  if (now - heardAt >= (isUnused && !isAway ? UNUSED_CHECK_MS : CHECK_MS)) void checkServer();
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
