import type { Pool } from 'pg';
import type { PendingRows } from '../../rows/pending-rows.ts';
import { isSameEnd, type LogEnd } from '../log-end.ts';
import { RowReader } from '../readers/row-reader.ts';
import { GroupDecision, type WaitingDecision } from './group-decision.ts';
import { readingAhead } from './reading-ahead.ts';

/** The group before, whose rows are being written. */
export interface GroupBefore {
  /** The end of the log without it and with it. */
  readonly ends: { readonly before: LogEnd; readonly after: LogEnd };
  readonly pending: PendingRows;
}

/**
 * A group that is decided while the rows of the group before it are written, without the lock. The decisions hold if the lock
 * is then taken on exactly the log that they assumed: nobody else has committed in between, so they read what they would
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

  /** `takeMore` returns waiting decisions, in order, which then belong to this group, beside those that it has. */
  constructor(
    pool: Pool,
    { ends, pending }: GroupBefore,
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

  /** Decides what waits; called again whenever more is waiting. */
  wake(): void {
    if (!this.#isClosed) this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Takes no more; resolves when what was taken is decided. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  /** Makes its decisions void: the group before it was not written as they assumed. */
  void(): void {
    this.#isVoid = true;
  }

  /** The decisions, if they hold for a lock that was taken on this end of the log. */
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
      // Without rows nothing is decided ahead; what keeps them away is told when they are read under the lock.
      if (!this.#isVoid) await this.#decision.decide(more).catch(() => (this.#isVoid = true));
    }
  }
}
