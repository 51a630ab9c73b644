import type { JobKind, JobReport } from '../model/job-report.ts';
import type { JobStore, KeptReport } from '../store/job-store.ts';

/** What reports are kept with. */
export interface JobReportsParts {
  readonly store: JobStore;
  /** Epoch ms. */
  readonly now: () => number;
}

/** How often (ms) the store is told how the jobs of this process stand. */
const TELL_EVERY = 1_000;
/** A job of which nothing was heard for so long (ms) has ended with its process; clocks may differ by seconds. */
const SILENCE = 30_000;

/** Reports of jobs: those that this process runs, as they stand, and those of others, as the store was told last. */
export class JobReports implements AsyncDisposable {
  readonly #parts: JobReportsParts;
  /** Jobs of this process whose end the store does not know yet. */
  readonly #own = new Map<number, JobReport>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: JobReportsParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#tellAll(), TELL_EVERY);
    this.#timer.unref();
  }

  /** Begins the report of a job that waits, and answers it; UNAVAILABLE when it cannot be kept. */
  async add(kind: JobKind): Promise<JobReport> {
    const { now, store } = this.#parts;
    const begun = { kind, state: 'waiting', phase: kind, done: 0, total: 0 } as const;
    const open = { startedAt: undefined, finishedAt: undefined, result: undefined, error: undefined };
    const report = await store.add({ ...begun, ...open }, now());
    this.#own.set(report.id, report);
    return report;
  }

  /** Takes note of how a job of this process stands. */
  note(id: number, change: Partial<JobReport>): void {
    const known = this.#own.get(id);
    if (known !== undefined) this.#own.set(id, { ...known, ...change });
  }

  /** Tells the store how a job of this process has ended; if it cannot, that is tried again until the process ends. */
  async end(id: number): Promise<void> {
    await this.#tell(id).catch(() => undefined);
  }

  /** The report of a job, or of the last one of its kind; undefined when there is none. */
  async last(kind: JobKind, id?: number): Promise<JobReport | undefined> {
    const kept = await this.#parts.store.last(kind, id);
    return kept && (this.#own.get(kept.report.id) ?? this.#heard(kept));
  }

  /** What could not be told by now is given up. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    await Promise.allSettled([...this.#own.keys()].map((id) => this.#tell(id)));
  }

  async #tell(id: number): Promise<void> {
    const report = this.#own.get(id);
    if (report === undefined) return;
    await this.#parts.store.put({ report, heardAt: this.#parts.now() });
    if (hasEnded(report)) this.#own.delete(id);
  }

  /** A process that was killed has told nobody. */
  #heard({ heardAt, report }: KeptReport): JobReport {
    if (hasEnded(report) || this.#parts.now() - heardAt < SILENCE) return report;
    const error = 'The process that ran it has ended. Start it once more.';
    return { ...report, state: 'failed', finishedAt: heardAt, error };
  }
}

function hasEnded({ state }: JobReport): boolean {
  return state === 'succeeded' || state === 'failed';
}
