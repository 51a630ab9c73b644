import { within } from '../../util/concurrency/within.ts';

/** Time that another thread has to answer, in ms. */
const PATIENCE = 2_000;

/** Pending questions to another thread. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  /** Sends a question with its number. Rejects if no answer comes within 2 s. */
  async ask(send: (ask: number) => void): Promise<Answer> {
    const ask = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(ask, resolve);
    try {
      send(ask);
      return await within(PATIENCE, promise, () => new Error('another thread has not answered'));
    } finally {
      this.#waiting.delete(ask);
    }
  }

  answer(ask: number, answer: Answer): void {
    this.#waiting.get(ask)?.(answer);
  }
}
