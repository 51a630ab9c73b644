/** Pauses background jobs between two steps while it is closed. */
export class Gate {
  #isClosed = false;
  #waiting: (() => void)[] = [];

  /** Number of jobs waiting at the closed gate. */
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

  /** Resolves once the gate is open, after requests that have already arrived. */
  pass(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed) this.#waiting.push(resolve);
      else setImmediate(resolve);
    });
  }
}
