import { quantile } from './statistics.ts';

/** Median time of requests one after another, in ms, after two that are not counted. `before` is not timed. */
export async function medianTime(
  requests: number,
  send: () => Promise<unknown>,
  before: (number: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  const times: number[] = [];
  for (let i = -2; i < requests; i++) {
    await before(i);
    const begun = performance.now();
    await send();
    if (i >= 0) times.push(performance.now() - begun);
  }
  return quantile(times, 0.5);
}
