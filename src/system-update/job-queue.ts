import { messageOf } from '../errors.ts';
import type { JobReport, JobStarter } from '../model/maintenance/job-report.ts';
import type { Urn } from '../model/urn.ts';
import { awaitLease } from '../store/await-lease.ts';
import type { JobStore, StoredJobKind } from '../store/job-store.ts';
import type { Leases } from '../store/leases.ts';
import type { WorkTracer } from '../tracing.ts';
import { inBackground } from '../util/concurrency/background-work.ts';
import type { JsonObject } from '../util/json.ts';
import { JobReports } from './job-reports.ts';
import type { StopRequests } from './stop-requests.ts';

/** Progress and cancellation of a running job. */
export interface JobControl {
  readonly id: number;
  /** Reports the current phase, its progress and the result so far. */
  readonly reportProgress: (phase: string, done: number, total: number, result?: JsonObject) => void;
  /** Aborted when the process ends, loses the lease, or the job is stopped. The job must then discard unfinished work and reject. */
  readonly signal: AbortSignal;
}

/** A job; resolves with its result. */
export type Job = (control: JobControl) => Promise<JsonObject>;

/** Dependencies of a job queue. */
export interface JobQueueParts {
  readonly leases: Leases;
  /** Name of the lease: among all queues with it, one job runs at a time. Default: `jobs`. */
  readonly lease?: string;
  /** Where reports are kept. */
  readonly store: JobStore;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called when a job fails. */
  readonly warn: (message: string, error: unknown) => void;
  /** Called when a job starts and when it finishes. */
  readonly log?: ((message: string) => void) | undefined;
  /** Absent while no traces are recorded. */
  readonly tracer?: WorkTracer | undefined;
  /** Requests that abort a job; absent if jobs check them themselves. */
  readonly stops?: StopRequests | undefined;
}

/** Reason of the signal of a job that a person stopped. */
export class JobStopped extends Error {
  constructor() {
    super('Stopped on request. Finished work is kept.');
  }
}

/** Interval at which a job checks for requests to stop it, in ms. */
const STOP_INTERVAL = 500;

/**
 * Runs jobs one at a time across all processes, since a job may replace state that another works on. Reports are
 * visible to all processes.
 */
export class JobQueue implements AsyncDisposable {
  readonly #parts: JobQueueParts;
  readonly #reports: JobReports;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Checks for requests to stop the job that runs in this process. */
  #checkForStop: () => Promise<void> = () => Promise.resolve();

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#reports = new JobReports(parts);
  }

  /** Queues a job; `starter` is part of its report from the beginning. Resolves when its report is stored; UNAVAILABLE if that fails. `ended` is called after the job. */
  start(kind: StoredJobKind, job: Job, starter?: JobStarter, ended?: () => void): Promise<JobReport> {
    const adding = this.#reports.add(kind, starter);
    // Jobs run in the order of `start` calls, even if storing an earlier report takes longer.
    this.#running = Promise.allSettled([adding, this.#running]).then(async ([added]) => {
      if (added.status === 'rejected') return;
      const { id } = added.value;
      await inBackground('job', { kind, job: id }, () => this.#run(id, job), this.#parts.tracer);
      ended?.();
    });
    return adding;
  }

  /** Report of a job, or of the last job of the kind, of any process; undefined if there is none. */
  report(kind: StoredJobKind, id?: number): Promise<JobReport | undefined> {
    return this.#reports.last(kind, id);
  }

  /** Reports of the kept jobs of a person, of any process, the newest first. */
  list(kind: StoredJobKind, owner: Urn): Promise<readonly JobReport[]> {
    return this.#reports.list(kind, owner);
  }

  /** Requests the process that runs a job to abort it. UNAVAILABLE if the request cannot be stored. */
  async stop(id: number): Promise<void> {
    await this.#parts.stops?.add(id);
    await this.#checkForStop();
  }

  /** Resolves when the queue of this process is empty. */
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
    const { lease: name = 'jobs', leases, log, now, warn } = this.#parts;
    using stopped = this.#stoppedSignal(id);
    let signal = AbortSignal.any([this.#stop.signal, stopped.signal]);
    const note = (change: Partial<JobReport>): void => this.#reports.note(id, change);
    try {
      await stopped.look();
      await using lease = await awaitLease(leases, name, { signal });
      signal = AbortSignal.any([signal, lease.lost]);
      signal.throwIfAborted();
      note({ state: 'running', startedAt: now() });
      log?.('Maintenance job started.');
      const reportProgress: JobControl['reportProgress'] = (phase, done, total, result) =>
        note({ phase, done, total: Math.max(done, total), ...(result && { result }) });
      const result = await job({ id, reportProgress, signal });
      note({ state: 'succeeded', finishedAt: now(), result });
      log?.('Maintenance job finished.');
    } catch (error) {
      const reason: unknown = stopped.signal.aborted ? stopped.signal.reason : error;
      note({ state: 'failed', finishedAt: now(), error: messageOf(reason) });
      if (!signal.aborted) warn('Job failed.', error);
    }
    await this.#reports.end(id);
  }
  /** A signal that is aborted when a stop of the job is requested. */
  #stoppedSignal(id: number): { signal: AbortSignal; look: () => Promise<void> } & Disposable {
    const { stops, warn } = this.#parts;
    const controller = new AbortController();
    const look = async (): Promise<void> => {
      if ((await stops?.has(id)) === true) controller.abort(new JobStopped());
    };
    this.#checkForStop = look;
    const timer = setInterval(() => {
      look().catch((error: unknown) => warn('Could not check for requests to stop a job.', error));
    }, STOP_INTERVAL);
    timer.unref();
    return { look, signal: controller.signal, [Symbol.dispose]: () => clearInterval(timer) };
  }
}
