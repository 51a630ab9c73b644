import { messageOf } from '../errors.ts';
import type { JobKind, JobReport } from '../model/job-report.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { JobStore } from '../store/job-store.ts';
import type { Leases } from '../store/leases.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/background-work.ts';
import type { JsonObject } from '../util/json.ts';
import { JobReports } from './job-reports.ts';

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
  /** Where reports are kept. */
  readonly store: JobStore;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told when a job has failed. */
  readonly warn: (message: string, error: unknown) => void;
  /** Told when a job begins and when it ends. */
  readonly log?: ((message: string) => void) | undefined;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
}

/**
 * Runs jobs one after another, since each may replace what the others work on: also those of other processes. How they went
 * every process knows.
 */
export class JobQueue implements AsyncDisposable {
  readonly #parts: JobQueueParts;
  readonly #reports: JobReports;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#reports = new JobReports(parts);
  }

  /** Runs a job when all before it have ended; resolves when its report is kept, and rejects when it cannot be. */
  start(kind: JobKind, job: Job): Promise<JobReport> {
    const adding = this.#reports.add(kind);
    // What was asked for first runs first, however long it takes to keep the reports.
    this.#running = Promise.allSettled([adding, this.#running]).then(async ([added]) => {
      if (added.status === 'rejected') return;
      const { id } = added.value;
      await inBackground('job', { kind, job: id }, () => this.#run(id, job), this.#parts.tracer);
    });
    return adding;
  }

  /** The report of a job, or of the last one of its kind, of any process; undefined when there is none. */
  report(kind: JobKind, id?: number): Promise<JobReport | undefined> {
    return this.#reports.last(kind, id);
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    let last: Promise<void> | undefined;
    while (last !== this.#running) await (last = this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.idle();
    await this.#reports[Symbol.asyncDispose]();
  }

  async #run(id: number, job: Job): Promise<void> {
    const { leases, log, now, warn } = this.#parts;
    let signal = this.#stop.signal;
    const note = (change: Partial<JobReport>): void => this.#reports.note(id, change);
    try {
      await using lease = await awaitLease(leases, 'jobs', { signal });
      signal = AbortSignal.any([signal, lease.lost]);
      signal.throwIfAborted();
      note({ state: 'running', startedAt: now() });
      log?.('A maintenance job has begun.');
      const tell: JobControl['tell'] = (phase, done, total) =>
        note({ phase, done, total: Math.max(done, total) });
      const result = await job({ tell, signal });
      note({ state: 'succeeded', finishedAt: now(), result });
      log?.('A maintenance job has ended.');
    } catch (error) {
      note({ state: 'failed', finishedAt: now(), error: messageOf(error) });
      if (!signal.aborted) warn('A maintenance job failed.', error);
    }
    await this.#reports.end(id);
  }
}
