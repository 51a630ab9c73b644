import { vi } from 'vitest';
import { beginTurn } from '../../src/util/concurrency/turn-clock.ts';

/** Until mocks are restored, each reading of the clock advances it by 10 ms, so that long work yields at every second step. */
export function slowClock(): void {
  beginTurn();
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
}
