import type { JobKind, JobReport } from '../model/job-report.ts';

/** A report with the time (epoch ms) when the process that runs the job last said so. */
export interface KeptReport {
  readonly report: JobReport;
  readonly heardAt: number;
}

/** How many reports are kept. */
export const KEPT_REPORTS = 50;

/** The port of the reports of jobs, which every process reads, whichever of them runs the job. */
export interface JobStore {
  /** Keeps the report of a new job under the next number, and answers it with that; the oldest beyond `KEPT_REPORTS` go. */
  add(report: Omit<JobReport, 'id'>, heardAt: number): Promise<JobReport>;
  /** Puts a report in place of the one before of the same job; nothing if that is gone. */
  put(kept: KeptReport): Promise<void>;
  /** The report of a job, or of the last one of its kind; undefined when there is none. */
  last(kind: JobKind, id?: number): Promise<KeptReport | undefined>;
}
