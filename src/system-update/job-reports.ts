import type { JobReport, JobStarter } from '../model/maintenance/job-report.ts';
import type { Urn } from '../model/urn.ts';
import type { JobStore, KeptReport, StoredJobKind } from '../store/job-store.ts';

/** Dependencies of job reports. */
export interface JobReportsParts {
  readonly store: JobStore;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Interval for storing the reports of running jobs, in ms. */
const STORE_INTERVAL = 1_000;
/** A job without a report for this time (ms) has died with its process. Allows for clock differences of seconds. */
const DEAD_AFTER = 30_000;

/** Job reports: live ones of this process, and the last stored ones of other processes. */
export class JobReports implements AsyncDisposable {
  readonly #parts: JobReportsParts;
  /** Jobs of this process whose end is not stored yet. */
  readonly #own = new Map<number, JobReport>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: JobReportsParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#saveAll(), STORE_INTERVAL);
    this.#timer.unref();
  }

  /** Stores and returns the report of a waiting job. UNAVAILABLE if it cannot be stored. */
  async add(kind: StoredJobKind, starter: JobStarter = {}): Promise<JobReport> {
    const { now, store } = this.#parts;
    const begun = { kind, state: 'waiting', phase: kind, done: 0, total: 0 } as const;
    const open = { startedAt: undefined, finishedAt: undefined, result: undefined, error: undefined };
    const report = await store.add({ ...begun, ...open, ...starter }, now());
    this.#own.set(report.id, report);
    return report;
  }

  /** Updates the report of a job of this process, in memory. */
  note(id: number, change: Partial<JobReport>): void {
    const known = this.#own.get(id);
    if (known !== undefined) this.#own.set(id, { ...known, ...change });
  }

  /** Stores the final report of a job of this process. On failure, retries until the process ends. */
  async end(id: number): Promise<void> {
    await this.#save(id).catch(() => undefined);
  }

  /** Report of a job, or of the last job of the kind; undefined if there is none. */
  async last(kind: StoredJobKind, id?: number): Promise<JobReport | undefined> {
    const before = new Map(this.#own);
    const kept = await this.#parts.store.last(kind, id);
    return kept && this.#current(kept, before);
  }

  /** Reports of the kept jobs of a person, the newest first. */
  async list(kind: StoredJobKind, owner: Urn): Promise<readonly JobReport[]> {
    const before = new Map(this.#own);
    return (await this.#parts.store.list(kind, owner)).map((kept) => this.#current(kept, before));
  }

  /** Tries again to store the remaining reports; failures are ignored. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#saveAll();
  }

  async #saveAll(): Promise<void> {
    await Promise.allSettled([...this.#own.keys()].map((id) => this.#save(id)));
  }

  async #save(id: number): Promise<void> {
    const report = this.#own.get(id);
    if (report === undefined) return;
    await this.#parts.store.put({ report, heardAt: this.#parts.now() });
    if (hasEnded(report)) this.#own.delete(id);
  }

  /** `before`: the reports in `#own` before the stored one was read; that one may lack an end stored since. */
  #current(kept: KeptReport, before: ReadonlyMap<number, JobReport>): JobReport {
    const { report } = kept;
    const own = this.#own.get(report.id) ?? (hasEnded(report) ? undefined : before.get(report.id));
    return own ?? this.#heard(kept);
  }

  /** Reports a job as failed if its process was killed without storing an end. */
  #heard({ heardAt, report }: KeptReport): JobReport {
    if (hasEnded(report) || this.#parts.now() - heardAt < DEAD_AFTER) return report;
    const error = 'The process that ran it has ended. Start it again.';
    return { ...report, state: 'failed', finishedAt: heardAt, error };
  }
}

function hasEnded({ state }: JobReport): boolean {
  return state === 'succeeded' || state === 'failed';
}
