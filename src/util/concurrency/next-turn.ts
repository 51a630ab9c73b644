import { beginTurn } from './turn-clock.ts';

const waiting: (() => void)[] = [];

/**
 * Yields to the event loop once. Call it between slices of long synchronous work. One slice runs in each round of the
 * loop, in the order of the calls: network and timers never wait for the slices of several tasks together. Cancelled work goes
 * on, because it may be shared: work that one request alone needs calls `nextTurnOfRead`.
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
