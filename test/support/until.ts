import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit and polling interval, in ms. */
export interface UntilOptions {
  readonly limitMs?: number;
  readonly everyMs?: number;
}

/** Polls until a condition holds (default: every 100 ms, for 120 s). Throws with `what` when the time is over. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  { limitMs = 120_000, everyMs = 100 }: UntilOptions = {},
): Promise<void> {
  const limit = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`Not within ${limitMs} ms: ${what}.`);
    await sleep(everyMs);
  }
}
