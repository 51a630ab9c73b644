import type { JsonObject } from '../../util/json.ts';
import type { Urn } from '../urn.ts';

export const JOB_KINDS = ['system-update', 'doctor'] as const;

/** Background jobs that an operator starts and monitors. */
export type JobKind = (typeof JOB_KINDS)[number];

/** Kinds of jobs that a person runs on assets. */
export type EditJobKind = 'bulk-edit' | 'bulk-edit-trial';

/** Requests to stop a job, kept as reports so that they reach the process that runs it. */
export type StopKind = 'bulk-edit-stop' | 'maintenance-stop';

/** Reports of a webhook: its position in the change log, and its deliveries. `owner` is the webhook. */
export type WebhookReportKind = 'webhook' | 'webhook-delivery';

/** A stored dry run, which can be applied once: `done` is 1 when it has been. */
export type PlanKind = 'plan';

type AnyKind = JobKind | EditJobKind | StopKind | WebhookReportKind | PlanKind;

/** Who starts a job, and what its report contains while it waits. */
export type JobStarter = Pick<JobReport, 'owner' | 'token'> & Partial<Pick<JobReport, 'total' | 'result'>>;

/** State of a job. Times are epoch ms. */
export interface JobReport<Kind extends AnyKind = AnyKind> {
  readonly id: number;
  readonly kind: Kind;
  /** Who started it, or the webhook; absent for other jobs. */
  readonly owner?: Urn;
  /** Id of the restricted token that started it; absent for one with all rights of its owner. Of a plan: of any token. */
  readonly token?: string;
  readonly state: 'waiting' | 'running' | 'succeeded' | 'failed';
  /** Current phase, or the last one of a finished job. */
  readonly phase: string;
  /** Entities processed in this phase, or commits read in a phase named so; `total` is an estimate and can be too low. */
  readonly done: number;
  readonly total: number;
  readonly startedAt: number | undefined;
  readonly finishedAt: number | undefined;
  /** Undefined unless `succeeded`; for a bulk edit, the request and the results so far. */
  readonly result: JsonObject | undefined;
  /** Error message; undefined unless `failed`. */
  readonly error: string | undefined;
}
