import { AsyncLocalStorage } from 'node:async_hooks';
import type { WorkTracer } from '../../../tracing.ts';
import type { Committed, DecideInSteps, DecidedCommit } from '../../metadata-store.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import { stepsOf } from '../../decision-steps.ts';
import { newEntities } from '../../rows/new-entities.ts';
import { decideGroup } from './decide-group.ts';
import type { DecisionOutcome, WaitingDecision } from './decide-group.ts';
import { isAboutValues, storeFailure } from '../failures.ts';
import type { LogEnd } from '../log-end.ts';
import { RowReader } from '../readers/row-reader.ts';
import { writeGroup } from '../writers/row-writer.ts';
import type { GroupCommit, RemovedCounts } from '../writers/row-writer.ts';
import type { TransactionOutcome, WriteSession, WriteTransaction } from '../write-session.ts';

/** Maximum decisions per transaction. A longer queue is split, so that the first callers get their answer early. */
const LARGEST_GROUP = 256;

type Decided = Extract<DecisionOutcome, { kind: 'decided' }>;

interface WaitingCommit extends WaitingDecision {
  readonly succeed: (decided: Decided, removed: RemovedCounts, end: LogEnd) => void;
  readonly fail: (error: unknown) => void;
  /** Runs work in the caller's trace context; absent without tracing. */
  readonly asCaller: (<T>(work: () => T) => T) | undefined;
}

/** Work with a transaction of its own. */
interface WaitingTask {
  readonly run: () => Promise<void>;
}

/** Outcome of a group, in the order of its decisions. */
interface GroupOutcome {
  readonly decided: readonly DecisionOutcome[];
  readonly removed: ReadonlyMap<DecisionOutcome, RemovedCounts>;
  /** Last commit of the log after the group; its id is shared by all commits of the group. */
  readonly end: LogEnd;
}

/**
 * Serializes the writes of this process: one transaction at a time, each with all decisions that queued up during the
 * previous one. A decision that throws, or whose rows the database rejects, fails alone.
 */
export class CommitQueue {
  readonly #session: WriteSession;
  readonly #shown: string;
  readonly #tracer: WorkTracer | undefined;
  readonly #waiting: (WaitingCommit | WaitingTask)[] = [];
  #running: Promise<void> | undefined;

  constructor(session: WriteSession, shown: string, tracer?: WorkTracer) {
    this.#session = session;
    this.#shown = shown;
    this.#tracer = tracer;
  }

  /** Decides and commits, after everything queued before. Errors as for `MetadataStore.commit`. */
  commit<T>(decide: DecideInSteps<T>, origin?: RequestOrigin): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      let latest: DecidedCommit<T> | undefined;
      this.#add({
        *decide(state, sequence) {
          return (latest = yield* stepsOf(decide(state, sequence)));
        },
        origin,
        fail: reject,
        asCaller: this.#tracer && AsyncLocalStorage.snapshot(),
        succeed: ({ sequence }, removed, end) => {
          // The last call counts.
          if (latest === undefined) throw new Error('A decision was committed that was never called.');
          const { created, entries, result, writes } = latest;
          const isFollowed = entries.length > 0 && writes.length > 0;
          const commit = isFollowed
            ? { sequence, id: end.id, created, entries, newEntities: newEntities(writes) }
            : undefined;
          resolve({ sequence: end.sequence, result, commit, removed });
        },
      });
    });
  }

  /**
   * Runs work in its own transaction, after everything queued before. Rejects with a CatalogError, mostly
   * UNAVAILABLE.
   */
  transact<T>(work: (transaction: WriteTransaction) => Promise<TransactionOutcome<T>>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): Promise<void> =>
        this.#session.transact(work).then(resolve, (error: unknown) => reject(this.#failure(error)));
      this.#add({ run });
    });
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#running;
  }

  #add(waiting: WaitingCommit | WaitingTask): void {
    this.#waiting.push(waiting);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Calls in the same turn of the event loop share the first group.
    await Promise.resolve();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if ('run' in next) {
        this.#waiting.shift();
        await next.run();
      } else {
        await this.#commitGroup(this.#takeGroup());
      }
    }
    // In the same turn as the last check of the queue, so that nothing is added in between.
    this.#running = undefined;
  }

  #takeGroup(): readonly WaitingCommit[] {
    const group: WaitingCommit[] = [];
    for (const next of this.#waiting) {
      if ('run' in next || group.length === LARGEST_GROUP) break;
      group.push(next);
    }
    this.#waiting.splice(0, group.length);
    return group;
  }

  async #commitGroup(group: readonly WaitingCommit[]): Promise<void> {
    let outcome: GroupOutcome;
    try {
      outcome = await this.#transact(group);
    } catch (error) {
      if (group.length > 1 && isAboutValues(error)) {
        for (const alone of group) await this.#commitGroup([alone]);
      } else {
        for (const { fail } of group) fail(this.#failure(error));
      }
      return;
    }
    for (const [place, { succeed, fail }] of group.entries()) {
      const decided = outcome.decided[place];
      if (decided?.kind === 'decided') {
        succeed(decided, outcome.removed.get(decided) ?? { rows: 0, points: 0 }, outcome.end);
      } else {
        fail(decided?.error);
      }
    }
  }

  /** Runs a group's transaction, traced as a child of its first caller. */
  #transact(group: readonly WaitingCommit[]): Promise<GroupOutcome> {
    const run = (): Promise<GroupOutcome> =>
      this.#session.transact((transaction) => commitGroup(transaction, group));
    const [first] = group;
    if (this.#tracer === undefined || first?.asCaller === undefined) return run();
    const attributes = { 'db.system.name': 'postgresql', 'colophon.decisions': group.length };
    const tracer = this.#tracer;
    return first.asCaller(() => tracer.below('postgresql.transaction', attributes, run));
  }

  #failure(error: unknown): Error {
    return storeFailure(error, 'The write', this.#shown);
  }
}

async function commitGroup(
  transaction: WriteTransaction,
  group: readonly WaitingCommit[],
): Promise<TransactionOutcome<GroupOutcome>> {
  const decided = await decideGroup(group, new RowReader(transaction), transaction.given.sequence);
  const writing: (GroupCommit & { readonly decided: Decided })[] = [];
  for (const [place, one] of decided.entries()) {
    if (one.kind !== 'decided' || one.decision.writes.length === 0) continue;
    const { sequence, decision } = one;
    writing.push({ sequence, decision, origin: group[place]?.origin, decided: one });
  }
  const counts = writing.length === 0 ? [] : await writeGroup(transaction, writing);
  const removed = new Map(
    writing.map(({ decided: one }, place) => [one, counts[place] ?? { rows: 0, points: 0 }]),
  );
  const end = { sequence: transaction.given.sequence, id: transaction.id };
  return { value: { decided, removed, end }, isDirty: writing.length > 0 };
}
