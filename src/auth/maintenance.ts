import type { IndexMapping } from '../model/maintenance/index-mapping.ts';
import type { JobKind, JobReport } from '../model/maintenance/job-report.ts';
import type { VersionSelection } from '../store/version-trim.ts';
import type { UpdateRequest } from '../model/maintenance/system-update-request.ts';

/** Operator tasks on a running catalog. Jobs run in the background, one at a time; reports give their progress. */
export interface Maintenance {
  /** All index mappings of structured properties, with exact value counts. */
  mappings(): Promise<readonly IndexMapping[]>;
  /** Starts an upgrade of stored state to this version; throws INVALID_REQUEST for an unknown step. */
  startSystemUpdate(request: UpdateRequest): Promise<JobReport>;
  /** Starts a comparison of the index with the store; with `repair`, differences are repaired. */
  startDoctor(request: { readonly repair: boolean }): Promise<JobReport>;
  /**
   * Starts a doctor with repair, unless the last one started in this process is still waiting: then returns that one.
   */
  repairIndex(): Promise<JobReport>;
  /** Deletes old aspect versions that the retention policies do not keep; returns their number. */
  applyRetention(selection: VersionSelection): Promise<number>;
  /** The report of a job (without an id, the latest of its kind) of any process; undefined when there is none. */
  report(kind: JobKind, id?: number): Promise<JobReport | undefined>;
  /**
   * Requests the process that runs a job to abort it; its report then has the state `failed`. Does nothing for jobs
   * that have ended.
   */
  stop(id: number): Promise<void>;
}
