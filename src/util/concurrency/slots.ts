/** A bounded number of places for concurrent work; waiting callers get one in order. */
export class Slots {
  #free: number;
  /** In call order. A set, because removing the first element of a long array moves all others. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** A place, immediately; undefined when there is none. Disposing returns it. */
  tryTake(): Disposable | undefined {
    if (this.#free === 0) return undefined;
    this.#free--;
    return this.#slot();
  }

  /** Waits for a place. Disposing returns it. */
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
