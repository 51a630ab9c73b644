import { setTimeout as pause } from 'node:timers/promises';

/**
 * Wraps a function for callers that need a call that begins after theirs. At most one call runs at a time; callers that
 * arrive meanwhile share the next one. Calls begin at least `apartMs` apart; a call after a long pause begins immediately.
 */
export function sharedNextCall<T>(call: () => Promise<T>, apartMs: number): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  let began = -Infinity;
  const begin = async (previous: Promise<unknown>): Promise<T> => {
    await previous;
    const rest = (): number => began + apartMs - performance.now();
    // A timer may end early, by less than a millisecond.
    for (let left = rest(); left > 0; left = rest()) await pause(left);
    next = undefined;
    began = performance.now();
    return call();
  };
  return () => {
    if (next !== undefined) return next;
    const started = begin(running);
    next = started;
    // Its callers get the failure from `started`; the next call only waits for its end.
    running = started.then(
      () => undefined,
      () => undefined,
    );
    return started;
  };
}
