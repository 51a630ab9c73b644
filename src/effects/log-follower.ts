import type { Sequence } from '../model/sequence.ts';
import { TrimmedLogError } from '../store/log-trim.ts';
import type { ChangeLogReader, Commit } from '../store/metadata-store.ts';

/** State derived from the store by applying its commits. */
export interface Derived {
  /** Sequence of the last applied commit. */
  position(): Sequence;
  /** Applies the next commits, in order and without gaps. Must be idempotent: a commit may be applied again. */
  apply(commits: readonly Commit[]): Promise<void>;
  /** Builds the state from the store; called when `position` is 0. */
  fill?(): Promise<void>;
  /** Rebuilds the state from the store; called when the commits that follow it have been trimmed. `reason`: a sentence. */
  renew(reason: string): Promise<void>;
  /** Runs a task with exclusive write access to the state. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

/** Commits read from the log at a time. */
const PAGE = 500;
/** Maximum entries per `apply`, unless a single commit has more; bounds the memory for derived data. */
const MOST_IN_STEP = 8_000;
/** Maximum entries of queued commits kept in memory; further commits are read from the log. */
const MOST_WAITING = 50_000;

/**
 * Applies commits to derived state, in order and at least once. Commits of this process are handed over directly, which
 * saves reading them; those of other processes, and missed ones, are read from the change log.
 */
export class LogFollower {
  readonly #log: Pick<ChangeLogReader, 'commitsAfter'>;
  readonly #derived: Derived;
  #waiting: Commit[] = [];
  #entriesWaiting = 0;
  #running: Promise<void> = Promise.resolve();
  /** Running tasks that rebuild the state: until they end its position is meaningless. */
  #renewals = 0;

  constructor(log: Pick<ChangeLogReader, 'commitsAfter'>, derived: Derived) {
    this.#log = log;
    this.#derived = derived;
  }

  /** Resolves when the commit and all before it are applied. Queued commits are applied in one step. */
  follow(commit: Commit): Promise<void> {
    if (this.#entriesWaiting < MOST_WAITING) {
      this.#waiting.push(commit);
      this.#entriesWaiting += commit.entries.length;
    }
    return this.#step(() => this.#bringTo(commit.sequence));
  }

  /** Resolves when the commits up to `sequence`, or up to the end of the log, are applied. */
  reach(sequence: Sequence): Promise<void> {
    if (this.#renewals === 0 && this.#derived.position() >= sequence) return Promise.resolve();
    return this.#step(() => this.#bringTo(sequence));
  }

  /** Runs a task while no commit is applied. The task must not wait for a commit: that would deadlock. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#step(() => this.#derived.alone(task));
  }

  /**
   * Runs a task that rebuilds the state after the log was rewound, like `between`, but drops the queued commits
   * first.
   */
  async afresh(task: () => Promise<void>): Promise<void> {
    this.#renewals++;
    try {
      await this.between(async () => {
        this.#waiting = [];
        this.#entriesWaiting = 0;
        await task();
      });
    } finally {
      this.#renewals--;
    }
  }

  #step<T>(task: () => Promise<T>): Promise<T> {
    const step = this.#running.then(task);
    // The next step retries what this one failed to apply; the caller gets the error from `step`.
    this.#running = step.then(
      () => undefined,
      () => undefined,
    );
    return step;
  }

  async #bringTo(sequence: Sequence): Promise<void> {
    if (this.#derived.position() >= sequence) return;
    await this.#derived.alone(async () => {
      if (this.#derived.position() === 0) await this.#derived.fill?.();
      await this.#drain();
      await this.#readUpTo(sequence);
    });
  }

  /** Applies the queued commits up to the first gap: another process may have committed in between. */
  async #drain(): Promise<void> {
    const first = this.#derived.position() + 1;
    this.#entriesWaiting = 0;
    const due = this.#waiting.splice(0).filter(({ sequence }) => sequence >= first);
    const gap = due.findIndex(({ sequence }, i) => sequence !== first + i);
    await this.#apply(gap === -1 ? due : due.slice(0, gap));
  }

  async #readUpTo(sequence: Sequence): Promise<void> {
    while (this.#derived.position() < sequence) {
      const commits = await this.#next();
      if (commits.length === 0) return;
      await this.#apply(commits);
    }
  }

  /** The next commits in the log; rebuilds the state first if they have been trimmed. */
  async #next(): Promise<readonly Commit[]> {
    const derived = this.#derived;
    try {
      return await this.#log.commitsAfter(derived.position(), PAGE);
    } catch (error) {
      if (!(error instanceof TrimmedLogError)) throw error;
      await derived.renew(error.message);
      return this.#log.commitsAfter(derived.position(), PAGE);
    }
  }

  async #apply(commits: readonly Commit[]): Promise<void> {
    for (const step of inSteps(commits)) await this.#derived.apply(step);
  }
}

/** Splits the commits, in order, into steps of at most `MOST_IN_STEP` entries. */
function inSteps(commits: readonly Commit[]): readonly (readonly Commit[])[] {
  const steps: Commit[][] = [];
  let room = 0;
  for (const commit of commits) {
    room -= commit.entries.length;
    const step = steps.at(-1);
    if (step !== undefined && room >= 0) step.push(commit);
    else {
      steps.push([commit]);
      room = MOST_IN_STEP - commit.entries.length;
    }
  }
  return steps;
}
