import type { StopKind } from '../model/maintenance/job-report.ts';
import type { Urn } from '../model/urn.ts';
import type { JobStore } from '../store/job-store.ts';

/** Dependencies of stop requests. */
export interface StopRequestsParts {
  readonly store: JobStore;
  readonly kind: StopKind;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Requests to stop jobs, visible to every process. Each is a separate report, so that the heartbeat of the job does
 * not overwrite it.
 */
export class StopRequests {
  readonly #parts: StopRequestsParts;

  constructor(parts: StopRequestsParts) {
    this.#parts = parts;
  }

  /**
   * Whether this person requested to stop the job; without `owner`, whether anyone requested to stop a job without
   * owner.
   */
  async has(job: number, owner?: Urn): Promise<boolean> {
    const kept = await this.#parts.store.list(this.#parts.kind, owner);
    return kept.some(({ report }) => report.phase === String(job));
  }

  /** Requests to stop a job; does nothing if already requested. UNAVAILABLE if the request cannot be stored. */
  async add(job: number, owner?: Urn): Promise<void> {
    // A repetition would push out other requests.
    if (await this.has(job, owner)) return;
    const { kind, now, store } = this.#parts;
    const at = now();
    await store.add(
      {
        ...(owner === undefined ? {} : { owner }),
        kind,
        state: 'succeeded',
        phase: String(job),
        done: 0,
        total: 0,
        startedAt: at,
        finishedAt: at,
        result: undefined,
        error: undefined,
      },
      at,
    );
  }
}
