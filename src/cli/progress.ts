import type { CommandContext } from './command-context.ts';

const WIDTH = 30;

/**
 * Tells how far long work has come: a bar in place on a terminal, a line at each tenth elsewhere. Nothing is told of work
 * that ends before it is worth a word: within `quietMs`.
 */
export class Progress {
  readonly #total: number;
  readonly #what: string;
  readonly #context: CommandContext;
  readonly #quietUntil: number;
  #done = 0;
  #toldTenths = 0;

  constructor(total: number, what: string, context: CommandContext, quietMs = 0) {
    this.#total = total;
    this.#what = what;
    this.#context = context;
    this.#quietUntil = performance.now() + quietMs;
  }

  /** So many more are done. */
  advance(count: number): void {
    this.#done += count;
    if (performance.now() < this.#quietUntil) return;
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const text = `${this.#done} of ${this.#total} ${this.#what}`;
    if (this.#context.notesAreOnTerminal) {
      const filled = Math.round(share * WIDTH);
      this.#context.notifyInPlace(`[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${text}`);
      if (share >= 1) this.#context.notify('');
    } else if (Math.floor(share * 10) > this.#toldTenths) {
      this.#toldTenths = Math.floor(share * 10);
      this.#context.notify(text);
    }
  }
}
