/** A bounded number of places for work that runs at the same time; those who wait get one in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

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
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.#slot();
  }

  #slot(): Disposable {
    return {
      [Symbol.dispose]: () => {
        const next = this.#waiting.shift();
        if (next === undefined) this.#free++;
        else next();
      },
    };
  }
}
