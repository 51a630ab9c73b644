import { setTimeout as sleep } from 'node:timers/promises';

/** How long a condition is waited for, in ms. */
export interface UntilOptions {
  readonly limitMs?: number;
  readonly everyMs?: number;
}

/** Waits for something to hold; fails with its name when it does not within a generous time. */
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
