/** A bounded number of places for work that runs at the same time; those who wait get one in order. */
export class Slots {
  #free: number;
  /** In the order of the calls. A set, because taking the first one of a long array moves all others. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** A place, at once; undefined when there is none. Disposing it gives it back. */
  tryTake(): Disposable | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
    return this.#slot();
  }

  /** Waits for a place. Disposing it gives it back. */
  async take(): Promise<Disposable> {
    const slot = this.tryTake();
    if (slot !== undefined) return slot;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return this.#slot();
  }

  #slot(): Disposable {
    return {
      [Symbol.dispose]: () => {
        const [next] = this.#waiting;
        if (next === undefined) {
          this.#free++;
          return;
        }
        this.#waiting.delete(next);
        next();
      },
    };
  }
}
