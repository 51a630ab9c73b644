import type { Sequence } from '../model/sequence.ts';
import type { ChangeLogReader, Commit } from '../store/metadata-store.ts';

/** State that is derived from the store by taking over its commits. */
export interface Derived {
  /** Number of the last commit that it contains. */
  position(): Sequence;
  /** Takes over the commits that come next, in order and without a gap; one may come again. */
  apply(commits: readonly Commit[]): Promise<void>;
  /** Makes a state that contains nothing yet of all that the store has. */
  fill?(): Promise<void>;
  /** Runs what changes the state while nobody else does. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

/** Commits taken from the log at a time. */
const PAGE = 500;
/** Entries taken over in one step, unless a single commit has more: what is made of them is held in memory. */
const MOST_IN_STEP = 8_000;
/** Entries that wait to be taken over, with what they brought; further commits are read from the log again. */
const MOST_WAITING = 50_000;

/**
 * Brings derived state up to commits, in order, each at least once: those of this process as they are handed over, which
 * spares reading them, and those of others, and what was missed, from the change log.
 */
export class LogFollower {
  readonly #log: Pick<ChangeLogReader, 'commitsAfter'>;
  readonly #derived: Derived;
  #waiting: Commit[] = [];
  #entriesWaiting = 0;
  #running: Promise<void> = Promise.resolve();
  /** Tasks that make the state anew and have not ended: until then its position says nothing. */
  #renewals = 0;

  constructor(log: Pick<ChangeLogReader, 'commitsAfter'>, derived: Derived) {
    this.#log = log;
    this.#derived = derived;
  }

  /** Resolves when the commit, and all before it, have been taken over. Commits that wait together are one step. */
  follow(commit: Commit): Promise<void> {
    if (this.#entriesWaiting < MOST_WAITING) {
      this.#waiting.push(commit);
      this.#entriesWaiting += commit.entries.length;
    }
    return this.#step(() => this.#bringTo(commit.sequence));
  }

  /** Resolves when the commit of this number has been taken over, or the last one of the log if that comes before. */
  reach(sequence: Sequence): Promise<void> {
    if (this.#renewals === 0 && this.#derived.position() >= sequence) return Promise.resolve();
    return this.#step(() => this.#bringTo(sequence));
  }

  /** Runs a task between two steps: while it runs no commit is taken over, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#step(() => this.#derived.alone(task));
  }

  /** The same for a task that makes the state anew, because the log has gone back: nothing counts that waits by then. */
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
    // The next step tries again what this one could not do; its caller is told by `step`.
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

  /** Takes over what waits as far as nothing is missing before it: another process may have committed in between. */
  async #drain(): Promise<void> {
    const first = this.#derived.position() + 1;
    this.#entriesWaiting = 0;
    const due = this.#waiting.splice(0).filter(({ sequence }) => sequence >= first);
    const gap = due.findIndex(({ sequence }, i) => sequence !== first + i);
    await this.#apply(gap === -1 ? due : due.slice(0, gap));
  }

  async #readUpTo(sequence: Sequence): Promise<void> {
    while (this.#derived.position() < sequence) {
      const commits = await this.#log.commitsAfter(this.#derived.position(), PAGE);
      if (commits.length === 0) return;
      await this.#apply(commits);
    }
  }

  async #apply(commits: readonly Commit[]): Promise<void> {
    for (const step of inSteps(commits)) await this.#derived.apply(step);
  }
}

/** The commits in their order, in steps of so many entries. */
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
