/** Time without a report after which work counts as long, and between its reports, in ms. */
const EVERY_MS = 2_000;

/** A part of the work before a store can be used. */
export interface Work {
  /** What is done, as the start of a sentence: `The schema is being migrated from 16 to 17`. */
  readonly what: string;
  /** What is counted: `rows are copied`. */
  readonly counted: string;
  readonly total: number;
  /** How much was done before; default 0. */
  readonly from?: number;
}

/** Reports the progress of work that takes long, with the remaining time at the average pace so far. */
export class LongWork {
  readonly #work: Work;
  readonly #report: (sentence: string) => void;
  readonly #now: () => number;
  readonly #began: number;
  #reported: number;

  /** `now`: ms from any origin. */
  constructor(work: Work, report: (sentence: string) => void, now: () => number = () => performance.now()) {
    this.#work = work;
    this.#report = report;
    this.#now = now;
    this.#began = this.#reported = now();
  }

  /** Notes how much is done; reports it if the last report is long ago. */
  reached(done: number): void {
    const now = this.#now();
    if (now - this.#reported < EVERY_MS) return;
    this.#reported = now;
    const { counted, from = 0, total, what } = this.#work;
    if (done === from) return;
    const left = ((now - this.#began) * (total - done)) / (done - from);
    this.#report(`${what}: ${number(done)} of ${number(total)} ${counted}, about ${duration(left)} left.`);
  }

  /** Notes that everything is done; reports what follows if anything was reported before. */
  ended(next: string): void {
    if (this.#reported === this.#began) return;
    this.#report(`${this.#work.what}: ${next}`);
  }
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** In the unit that people would use: `1 second`, `40 seconds`, `12 minutes`. */
function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
