import { setTimeout as wait } from 'node:timers/promises';
import { EngineFailure } from './failure.ts';

/** How long is waited before each further attempt, in ms. */
const PAUSES = [100, 400, 1600];

/** Tries again a few times what fails for a reason that may pass. */
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
