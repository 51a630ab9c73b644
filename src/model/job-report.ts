import type { JsonObject } from '../util/json.ts';

/** Long work that an operator starts and follows. */
export type JobKind = 'system-update' | 'doctor';

/** How a job stands. Times are epoch ms. */
export interface JobReport {
  readonly id: number;
  readonly kind: JobKind;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  /** What it is doing, or did last. */
  readonly phase: string;
  /** Entities done in this phase, of an expected number that may turn out too low. */
  readonly done: number;
  readonly total: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** What it came to; undefined until it has succeeded. */
  readonly result: JsonObject | undefined;
  /** Why it failed. */
  readonly error: string | undefined;
}
