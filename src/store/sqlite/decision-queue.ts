import { nextTurn } from '../../util/concurrency/next-turn.ts';
import type { Steps } from '../../util/concurrency/steps.ts';
import { isTurnOver } from '../../util/concurrency/turn-clock.ts';
import type { OneSnapshot } from './one-snapshot.ts';

/**
 * Runs decisions one after another, in the order of the calls. Between the steps of a long decision other work runs,
 * but no other decision: the state stays the same until it ends.
 */
export class DecisionQueue {
  readonly #whenFree: () => void;
  readonly #inOneSnapshot: OneSnapshot;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  #restarts = 0;

  /** `whenFree` is called after each decision, before the next one. What a decision reads in one turn is read in `inOneSnapshot`. */
  constructor(whenFree: () => void, inOneSnapshot: OneSnapshot) {
    this.#whenFree = whenFree;
    this.#inOneSnapshot = inOneSnapshot;
  }

  /** Whether a decision is between two steps, or ends in this one. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Runs the steps of a decision. A short one that need not wait ends in the same turn, before the call returns. */
  async run<T>(decide: () => Steps<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    try {
      return await this.#steps(decide);
    } finally {
      this.#whenFree();
      const next = this.#waiting.shift();
      // The next one takes over at once, so that no later call can overtake it.
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }

  /** Resolves when all decisions have ended. */
  async idle(): Promise<void> {
    while (this.#isBusy) await nextTurn();
  }

  /** Restarts the running decision: a write that it was based on has failed. */
  restart(): void {
    this.#restarts++;
  }

  async #steps<T>(decide: () => Steps<T>): Promise<T> {
    let restarts = this.#restarts;
    for (let steps = decide(); ;) {
      const step = this.#inOneSnapshot(() => range(steps));
      if (step.done === true) return step.value;
      await nextTurn();
      if (restarts !== this.#restarts) steps = decide();
      restarts = this.#restarts;
    }
  }
}

/** Runs steps until the last one, or until the turn is over. */
function range<T>(steps: Steps<T>): IteratorResult<undefined, T> {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true || isTurnOver()) return step;
}
