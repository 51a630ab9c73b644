import type { IndexMapping } from '../model/index-mapping.ts';
import type { JobKind, JobReport } from '../model/job-report.ts';
import type { VersionSelection } from '../store/version-trim.ts';
import type { UpdateRequest } from '../model/system-update-request.ts';

/** What operators do to a running catalog. Jobs run one after another in the background; reports tell how they stand. */
export interface Maintenance {
  /** Every mapping that the index keeps for a structured property, with exact numbers of values. */
  mappings(): Promise<readonly IndexMapping[]>;
  /** Brings stored state to this version; INVALID_REQUEST when there is no such step. */
  startSystemUpdate(request: UpdateRequest): Promise<JobReport>;
  /** Compares the index with the store, and makes it equal if asked to. */
  startDoctor(request: { readonly repair: boolean }): Promise<JobReport>;
  /** The doctor that repairs: the last one that was started here so if it has not begun yet, which then serves everybody. */
  repairIndex(): Promise<JobReport>;
  /** Drops the former versions that the policies of retention do not keep, and answers how many those were. */
  applyRetention(selection: VersionSelection): Promise<number>;
  /** The report of a job, or of the last one of its kind, whichever process runs it; undefined when there is none. */
  report(kind: JobKind, id?: number): Promise<JobReport | undefined>;
}
