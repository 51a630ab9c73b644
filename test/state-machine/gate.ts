/** Holds up background work between two of its steps, for as long as it is closed. */
export class Gate {
  #isClosed = false;
  #waiting: (() => void)[] = [];

  /** Pieces of work that stand at the closed gate. */
  get waiting(): number {
    return this.#waiting.length;
  }

  close(): void {
    this.#isClosed = true;
  }

  open(): void {
    this.#isClosed = false;
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves at once, but after requests that have come in, while the gate is open. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) this.#waiting.push(resolve);
      else setImmediate(resolve);
    });
  }
}
