import type { Sequence } from '../model/sequence.ts';
import type { ChangeLogReader, Commit } from '../store/metadata-store.ts';

/** State that is derived from the store by taking over its commits. */
export interface Derived {
  /** Number of the last commit that it contains. */
  position(): Sequence;
  /** Takes over the commits that come next, in order and without a gap; one may come again. */
  apply(commits: readonly Commit[]): Promise<void>;
}

/** Commits taken from the log at a time. */
const PAGE = 500;

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
    this.#waiting.push(commit);
    return this.between(() => this.#drain());
  }

  /** Resolves when the commit of this number has been taken over, or the last one of the log if that comes before. */
  reach(sequence: Sequence): Promise<void> {
    if (this.#derived.position() >= sequence) return Promise.resolve();
    return this.between(() => this.#catchUp(sequence));
  }

  /** Runs a task between two steps: while it runs no commit is taken over, so it must not wait for one. */
  between<T>(task: () => Promise<T>): Promise<T> {
    const step = this.#running.then(task);
    // The next step tries again what this one could not do; its caller is told by `step`.
    this.#running = step.then(
      () => undefined,
      () => undefined,
    );
    return step;
  }

  async #drain(): Promise<void> {
    const commits = this.#waiting.splice(0);
    const next = this.#derived.position() + 1;
    if (commits.length === 0) return;
    // Another process may have committed before, or in between.
    if (commits.every(({ sequence }, i) => sequence === next + i)) await this.#derived.apply(commits);
    else await this.#catchUp(Math.max(...commits.map(({ sequence }) => sequence)));
  }

  async #catchUp(upTo: Sequence): Promise<void> {
    while (this.#derived.position() < upTo) {
      const commits = await this.#log.commitsAfter(this.#derived.position(), PAGE);
      if (commits.length === 0) return;
      await this.#derived.apply(commits);
    }
  }
}
