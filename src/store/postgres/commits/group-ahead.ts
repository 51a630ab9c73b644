import type { Pool } from 'pg';
import type { PendingRows } from '../../rows/pending-rows.ts';
import { isSameEnd, type LogEnd } from '../log-end.ts';
import { RowReader } from '../readers/row-reader.ts';
import { GroupDecision, type WaitingDecision } from './group-decision.ts';
import { readingAhead } from './reading-ahead.ts';

/** The previous group, whose rows are being written. */
export interface PreviousGroup {
  /** The end of the log without it and with it. */
  readonly ends: { readonly before: LogEnd; readonly after: LogEnd };
  readonly pending: PendingRows;
}

/**
 * A group that is decided, without the lock, while the rows of the previous group are written. The decisions hold if the lock
 * is then taken on exactly the log that they assumed: no other process has committed in between, so they read what they would
 * read under the lock.
 */
export class GroupAhead<Waiting extends WaitingDecision> {
  readonly #members: Waiting[] = [];
  readonly #assumed: LogEnd;
  readonly #decision: GroupDecision;
  readonly #takeMore: (group: readonly Waiting[]) => readonly Waiting[];
  #running: Promise<void> | undefined;
  #isClosed = false;
  #isVoid = false;

  /** `takeMore` returns waiting decisions, in order, and adds them to this group. */
  constructor(
    pool: Pool,
    { ends, pending }: PreviousGroup,
    takeMore: (group: readonly Waiting[]) => readonly Waiting[],
  ) {
    this.#assumed = ends.after;
    this.#takeMore = takeMore;
    const rows = new RowReader(readingAhead(pool, [ends.before, ends.after]));
    this.#decision = new GroupDecision(rows, ends.after.sequence, pending);
  }

  get members(): readonly Waiting[] {
    return this.#members;
  }

  /** Decides the waiting decisions; called again whenever there are more. */
  wake(): void {
    if (!this.#isClosed) this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Takes no more decisions; resolves when those taken are decided. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  /** Invalidates its decisions: the previous group was not written as they assumed. */
  void(): void {
    this.#isVoid = true;
  }

  /** The decisions, if they hold for a lock taken on this end of the log. */
  decisionFor(end: LogEnd): GroupDecision | undefined {
    return this.#isVoid || !isSameEnd(this.#assumed, end) ? undefined : this.#decision;
  }

  async #run(): Promise<void> {
    // Calls in the same turn of the event loop are decided together.
    await Promise.resolve();
    while (!this.#isClosed) {
      const more = this.#takeMore(this.#members);
      if (more.length === 0) return;
      this.#members.push(...more);
      // Without rows nothing is decided ahead; the read under the lock then reports the reason.
      if (!this.#isVoid) await this.#decision.decide(more).catch(() => (this.#isVoid = true));
    }
  }
}
