import { nextTurn } from './next-turn.ts';

/** Work that takes longer gives others their turn, in ms. */
const LONG_MS = 10;

/** Gives other work its turn when that since the last turn was long; short work is not delayed. */
export class TurnTimer {
  #began = performance.now();

  /** Call it between two steps. */
  async pass(): Promise<void> {
    if (performance.now() - this.#began < LONG_MS) return;
    await nextTurn();
    this.#began = performance.now();
  }
}
