import { vi } from 'vitest';
import { beginTurn } from '../../src/util/concurrency/turn-clock.ts';

/** Until mocks are restored, ten ms pass between two looks at the clock: long work gives way at every second step. */
export function slowClock(): void {
  beginTurn();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
}
