import type { CommandContext } from './command-context.ts';

const WIDTH = 30;

/**
 * Reports progress on standard error: a progress bar on a terminal, a line for every 10 % elsewhere. Prints nothing
 * during the first `quietMs` milliseconds, so that short work stays silent.
 */
export class Progress {
  readonly #total: number;
  readonly #what: string;
  readonly #context: CommandContext;
  readonly #quietUntil: number;
  #done = 0;
  #reportedTenths = 0;

  constructor(total: number, what: string, context: CommandContext, quietMs = 0) {
    this.#total = total;
    this.#what = what;
    this.#context = context;
    this.#quietUntil = performance.now() + quietMs;
  }

  /** Adds `count` finished items. */
  advance(count: number): void {
    this.#done += count;
    if (performance.now() < this.#quietUntil) return;
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const text = `${this.#done} of ${this.#total} ${this.#what}`;
    if (this.#context.notesAreOnTerminal) {
      const filled = Math.round(share * WIDTH);
      this.#context.notifyInPlace(`[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${text}`);
      if (share >= 1) this.#context.notify('');
    } else if (Math.floor(share * 10) > this.#reportedTenths) {
      this.#reportedTenths = Math.floor(share * 10);
      this.#context.notify(text);
    }
  }
}
