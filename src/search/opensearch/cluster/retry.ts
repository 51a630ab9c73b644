import { setTimeout as wait } from 'node:timers/promises';
import { EngineFailure } from './failure.ts';

/** Delay before each retry, in ms. */
const PAUSES = [100, 400, 1600];

/** Retries up to three times when an attempt fails with a transient `EngineFailure`; rejects with the last failure. */
export async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EngineFailure) || !error.isPassing) throw error;
      await wait(pause);
    }
  }
  return attempt();
}
