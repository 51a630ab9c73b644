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
/** Commits that wait to be taken over; further ones are read from the log again. */
const MOST_WAITING = 2_000;

/**
 * Brings derived state up to commits, in order, each at least once: those of this process as they are handed over, which
 * spares reading them, and those of others, and what was missed, from the change log.
 */
export class LogFollower {
  readonly #log: ChangeLogReader;
  readonly #derived: Derived;
  #waiting: Commit[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(log: ChangeLogReader, derived: Derived) {
    this.#log = log;
    this.#derived = derived;
  }

  /** Resolves when the commit, and all before it, have been taken over. Commits that wait together are one step. */
  follow(commit: Commit): Promise<void> {
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(commit);
    return this.#step(() => this.#bringTo(commit.sequence));
  }

  /** Resolves when the commit of this number has been taken over, or the last one of the log if that comes before. */
  reach(sequence: Sequence): Promise<void> {
    if (this.#derived.position() >= sequence) return Promise.resolve();
    return this.#step(() => this.#bringTo(sequence));
  }

  /** Runs a task between two steps: while it runs no commit is taken over, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return this.#step(() => this.#derived.alone(task));
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
    const due = this.#waiting.splice(0).filter(({ sequence }) => sequence >= first);
    const gap = due.findIndex(({ sequence }, i) => sequence !== first + i);
    const next = gap === -1 ? due : due.slice(0, gap);
    if (next.length > 0) await this.#derived.apply(next);
  }

  async #readUpTo(sequence: Sequence): Promise<void> {
    while (this.#derived.position() < sequence) {
      const commits = await this.#log.commitsAfter(this.#derived.position(), PAGE);
      if (commits.length === 0) return;
      await this.#derived.apply(commits);
    }
  }
}
