import { setTimeout as sleep } from 'node:timers/promises';
import { purgeAudit, type AuditPurgeParts } from '../auth/audit/purge-audit.ts';
import { LeasedTask } from '../effects/tasks/leased-task.ts';
import { Periodic, type PeriodicParts } from '../effects/tasks/periodic.ts';
import { PropertyValueRemoval, type RemovalParts } from '../effects/remove-property-values.ts';
import { isRemovalLeft } from '../model/properties/property-generation.ts';
import type { Leases } from '../store/leases.ts';
import { trimChangeLog, type LogTrimParts } from '../system-update/trim-change-log.ts';

/** Interval for checking whether another process has finished its removals, in ms. */
const REMOVALS_POLL_MS = 500;
const TRIM_LOGS_EVERY_MS = 10 * 60_000;
const SAVE_INDEX_EVERY_MS = 3_600_000;
/** Interval for checking whether another process is filling an index, in ms. */
const JOIN_FILL_EVERY_MS = 2_000;
/** Interval for adopting rows that other programs write into the store's tables, in ms. */
const ADOPT_EVERY_MS = 60_000;
/** Interval for finding documents without the words of a property, in ms; a change of a property finds them at once. */
const ADD_WORDS_EVERY_MS = 60_000;
/** Interval for finding ingestion sources whose schedules are due, in ms. */
const SCHEDULES_EVERY_MS = 5_000;

/** Name of the lease; processes of earlier versions use the same. */
const LEASE = 'upkeep';

/** Dependencies of the periodic work. */
export interface PeriodicWorkParts {
  readonly leases: Leases;
  readonly removal: RemovalParts;
  readonly audit: AuditPurgeParts;
  readonly changeLog: LogTrimParts;
  /** Purges deletions that are too old to be undone. */
  readonly trimDeletions: () => Promise<unknown>;
  /** Requests the runs of ingestion sources that are due. */
  readonly requestDueRuns: (signal: AbortSignal) => Promise<void>;
  /** Adds the words of properties to documents of the index that lack them. */
  readonly addPropertyWords: (signal: AbortSignal) => Promise<void>;
  /** Helps to fill an index that another process is filling; undefined if the index is not shared. */
  readonly joinFill: ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Resumes unfinished jobs of another process. Called when this process takes over the periodic work later, not at
   * the first `start`.
   */
  readonly resumeJobs: () => Promise<void>;
  readonly warn: (message: string, error: unknown) => void;
}

/**
 * What the catalog does by itself at intervals, run by one of its processes at a time; each process saves its own index,
 * or helps to fill the shared one.
 */
export class PeriodicWork implements AsyncDisposable {
  readonly #parts: PeriodicWorkParts;
  #removal: PropertyValueRemoval | undefined;
  #task: LeasedTask | undefined;
  #saving: Periodic | undefined;
  #joining: Periodic | undefined;
  #words: Periodic | undefined;

  constructor(parts: PeriodicWorkParts) {
    this.#parts = parts;
  }

  /** Resolves when the work has begun, here or in another process. */
  async start(): Promise<void> {
    const { changeLog, joinFill, leases, warn } = this.#parts;
    // The change log is trimmed in one process, but after a crash each process follows it from the position of its
    // index on disk.
    this.#saving = this.#periodic({
      name: 'index-saving',
      every: SAVE_INDEX_EVERY_MS,
      isDueAtOnce: false,
      work: () => changeLog.index.flush(),
    });
    if (joinFill === undefined) this.#words = this.#addingWords();
    else {
      this.#joining = this.#periodic({
        name: 'index-filling',
        every: JOIN_FILL_EVERY_MS,
        isDueAtOnce: true,
        work: joinFill,
        // No span for every check.
        tracer: undefined,
      });
    }
    this.#task = await LeasedTask.start({ leases, name: LEASE, warn, begin: () => this.#begin() });
  }

  /** Must be called after every property change: starts the removal of dead values, and the addition of words. */
  propertiesChanged(): void {
    this.#removal?.wake();
    this.#words?.wake();
  }

  /** Resolves when no process is removing property values. Rejects when the signal is aborted before. */
  async removalsDone(signal: AbortSignal): Promise<void> {
    if (this.#removal !== undefined) return this.#removal.idle();
    const { reader } = this.#parts.removal.store;
    while ((await reader.endedGenerations()).some(isRemovalLeft))
      await sleep(REMOVALS_POLL_MS, undefined, { signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#joining?.[Symbol.asyncDispose]();
    await this.#saving?.[Symbol.asyncDispose]();
    await this.#words?.[Symbol.asyncDispose]();
    await this.#task?.[Symbol.asyncDispose]();
  }

  async #begin(): Promise<AsyncDisposable> {
    const { audit, changeLog, trimDeletions, removal, requestDueRuns, resumeJobs } = this.#parts;
    const { store } = removal;
    await using work = new AsyncDisposableStack();
    work.use(
      this.#periodic({
        name: 'log-trimming',
        every: TRIM_LOGS_EVERY_MS,
        isDueAtOnce: true,
        work: async (signal) => {
          await purgeAudit(audit, signal);
          await trimChangeLog(changeLog, signal);
          await trimDeletions();
        },
      }),
    );
    work.use(
      this.#periodic({
        name: 'ingestion-schedules',
        every: SCHEDULES_EVERY_MS,
        isDueAtOnce: true,
        work: requestDueRuns,
        // No span for every check.
        tracer: undefined,
      }),
    );
    // Of a shared index, one process changes documents; of its own, each.
    if (this.#parts.joinFill !== undefined) {
      this.#words = work.use(this.#addingWords());
      work.defer(() => (this.#words = undefined));
    }
    const adopt = store.adopt?.bind(store);
    if (adopt !== undefined) {
      // Not due at once: opening the store has already adopted.
      work.use(this.#periodic({ name: 'adoption', every: ADOPT_EVERY_MS, isDueAtOnce: false, work: adopt }));
    }
    this.#removal = work.use(new PropertyValueRemoval(removal));
    work.defer(() => (this.#removal = undefined));
    this.#removal.wake();
    if (this.#task !== undefined) await resumeJobs();
    return work.move();
  }

  #addingWords(): Periodic {
    return this.#periodic({
      name: 'property-words',
      every: ADD_WORDS_EVERY_MS,
      isDueAtOnce: true,
      work: this.#parts.addPropertyWords,
      // No span for every check.
      tracer: undefined,
    });
  }

  #periodic(parts: Omit<PeriodicParts, 'failed'>): Periodic {
    const { removal, warn } = this.#parts;
    const { every, name } = parts;
    const failed = (error: unknown): void =>
      warn(`${name} failed; retrying every ${every / 1_000} seconds.`, error);
    return new Periodic({ tracer: removal.tracer, ...parts, failed });
  }
}
