/** Interval of reports, in ms. */
const INTERVAL_MS = 200;

/** Reports the tokens that this thread accepted to the main thread, which stores their uses. */
export class UsesToReport implements Disposable {
  readonly #report: (ids: readonly string[]) => void;
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(report: (ids: readonly string[]) => void) {
    this.#report = report;
  }

  used(id: string): void {
    this.#ids.add(id);
    this.#timer ??= setTimeout(() => this.#send(), INTERVAL_MS).unref();
  }

  [Symbol.dispose](): void {
    this.#send();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#ids.size > 0) this.#report([...this.#ids]);
    this.#ids.clear();
  }
}
