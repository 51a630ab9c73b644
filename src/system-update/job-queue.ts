import { messageOf } from '../errors.ts';
import type { JobKind, JobReport } from '../model/job-report.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { Leases } from '../store/leases.ts';
import type { JsonObject } from '../util/json.ts';

/** What a running job is handed. */
export interface JobControl {
  /** Says what it is doing and how far that has come. */
  readonly tell: (phase: string, done: number, total: number) => void;
  /** Aborted when the process ends, or another one may run jobs: the job gives up what is half done and rejects. */
  readonly signal: AbortSignal;
}

/** A job; resolves with what it came to. */
export type Job = (control: JobControl) => Promise<JsonObject>;

/** What a queue works with. */
export interface JobQueueParts {
  readonly leases: Leases;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told when a job has failed. */
  readonly warn: (message: string, error: unknown) => void;
}

/** Reports that are kept of jobs that have ended. */
const KEPT_REPORTS = 50;

/**
 * Runs jobs one after another, since each may replace what the others work on: also those of other processes. Remembers how
 * its own went.
 */
export class JobQueue implements AsyncDisposable {
  readonly #parts: JobQueueParts;
  readonly #reports = new Map<number, JobReport>();
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #lastId = 0;

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
  }

  /** Runs a job when all before it have ended. */
  start(kind: JobKind, job: Job): JobReport {
    const id = ++this.#lastId;
    const report: JobReport = {
      id,
      kind,
      state: 'waiting',
      phase: kind,
      done: 0,
      total: 0,
      startedAt: undefined,
      finishedAt: undefined,
      result: undefined,
      error: undefined,
    };
    this.#reports.set(id, report);
    this.#reports.delete(id - KEPT_REPORTS);
    this.#running = this.#running.then(() => this.#run(id, job));
    return report;
  }

  /** The report of a job, or of the last one of its kind; undefined when there is none. */
  report(kind: JobKind, id?: number): JobReport | undefined {
    return [...this.#reports.values()].findLast(
      (report) => report.kind === kind && (id === undefined || report.id === id),
    );
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#running) await (last = this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  async #run(id: number, job: Job): Promise<void> {
    const { leases, now, warn } = this.#parts;
    let signal = this.#stop.signal;
    const note = (change: Partial<JobReport>): void => {
      const known = this.#reports.get(id);
      if (known !== undefined) this.#reports.set(id, { ...known, ...change });
    };
    try {
      await using lease = await awaitLease(leases, 'jobs', { signal });
      signal = AbortSignal.any([signal, lease.lost]);
      signal.throwIfAborted();
      note({ state: 'running', startedAt: now() });
      const tell: JobControl['tell'] = (phase, done, total) =>
        note({ phase, done, total: Math.max(done, total) });
      const result = await job({ tell, signal });
      note({ state: 'succeeded', finishedAt: now(), result });
    } catch (error) {
      note({ state: 'failed', finishedAt: now(), error: messageOf(error) });
      if (!signal.aborted) warn('A maintenance job failed.', error);
    }
  }
}
