import type { JsonObject } from '../util/json.ts';

/** Every kind of job. */
export const JOB_KINDS = ['system-update', 'doctor'] as const;

/** Long work that an operator starts and follows. */
export type JobKind = (typeof JOB_KINDS)[number];

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
