import { currentCancellation } from './cancellation.ts';
import { beginTurn } from './turn-clock.ts';

const waiting: (() => void)[] = [];

/**
 * Yields to the event loop once. Call it between slices of long synchronous work. One slice runs in each round of the
 * loop, in the order of the calls: network and timers never wait for the slices of several tasks together. Rejects with the
 * reason once the current work is cancelled.
 */
export function nextTurn(): Promise<void> {
  const cancellation = currentCancellation();
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      const reason = cancellation?.reason;
      if (reason === undefined) resolve();
      else reject(reason);
    });
    if (waiting.length === 1) setImmediate(continueOne);
  });
}

function continueOne(): void {
  beginTurn();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}
