import { beginTurn } from './turn-clock.ts';

const waiting: (() => void)[] = [];

/**
 * Yields to the event loop once. Call it between slices of long synchronous work. One slice runs in each round of the
 * loop, in the order of the calls: network and timers never wait for the slices of several tasks together. Ignores
 * cancellation, because the work may be shared; work of a single request calls `nextTurnOfRead`.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueOne);
  });
}

function continueOne(): void {
  beginTurn();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}
