import type { JsonObject } from '../../util/json.ts';

export const JOB_KINDS = ['system-update', 'doctor'] as const;

/** Background jobs that an operator starts and monitors. */
export type JobKind = (typeof JOB_KINDS)[number];

/** State of a job. Times are epoch ms. */
export interface JobReport {
  readonly id: number;
  readonly kind: JobKind;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  /** Current phase, or the last one of a finished job. */
  readonly phase: string;
  /** Entities processed in this phase; `total` is an estimate and can be too low. */
  readonly done: number;
  readonly total: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Undefined unless `succeeded`. */
  readonly result: JsonObject | undefined;
  /** Error message; undefined unless `failed`. */
  readonly error: string | undefined;
}
