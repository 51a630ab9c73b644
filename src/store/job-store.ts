import type {
  EditJobKind,
  JobKind,
  JobReport,
  PlanKind,
  StopKind,
  WebhookReportKind,
} from '../model/maintenance/job-report.ts';
import type { Urn } from '../model/urn.ts';

/** A stored report. */
export interface KeptReport {
  readonly report: JobReport;
  /** Last heartbeat of the process that runs the job, in epoch ms. */
  readonly heardAt: number;
}

/** Kinds of jobs that have reports. */
export type StoredJobKind = JobKind | EditJobKind | StopKind | WebhookReportKind | PlanKind;

/** Default of {@link keptReports}. */
export const KEPT_REPORTS = 50;
/** Dry runs are read once, right after they end. */
const KEPT_TRIALS = 10;
/** Plans are applied within an hour, or not at all. */
const KEPT_PLANS = 20;

/** Number of reports of this kind kept for each owner, and for jobs without an owner. */
export function keptReports(kind: string): number {
  if (kind === 'plan') return KEPT_PLANS;
  return kind === 'bulk-edit-trial' ? KEPT_TRIALS : KEPT_REPORTS;
}

/**
 * The port for reports of background jobs, readable by every process. Writes are durable; UNAVAILABLE when one
 * fails.
 */
export interface JobStore {
  /**
   * Stores the report of a new job and returns it with the next id. Deletes the oldest of its kind and owner beyond
   * `keep`, {@link keptReports} by default.
   */
  add(report: Omit<JobReport, 'id'>, heardAt: number, keep?: number): Promise<JobReport>;
  /** Replaces the report with the same id; does nothing if it was deleted. */
  put(kept: KeptReport): Promise<void>;
  /** The report with this id, or the latest one of the kind; undefined when there is none. */
  last(kind: StoredJobKind, id?: number): Promise<KeptReport | undefined>;
  /** All reports of the kind with this owner, or those without an owner; newest first. */
  list(kind: StoredJobKind, owner?: Urn): Promise<readonly KeptReport[]>;
  /** Deletes all reports of the kind with this owner. */
  drop(kind: StoredJobKind, owner: Urn): Promise<void>;
}
