import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';
import type { WorkTracer } from '../../../tracing.ts';
import type { Committed, DecideInSteps, DecidedCommit } from '../../metadata-store.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { AspectKey } from '../../../model/aspect.ts';
import { stepsOf } from '../../decision-steps.ts';
import { entitiesCreatedBy } from '../../rows/new-entities.ts';
import { GroupAhead } from './group-ahead.ts';
import { GroupDecision, type DecisionOutcome, type WaitingDecision } from './group-decision.ts';
import { isAboutValues, isDuplicate, storeFailure } from '../failures.ts';
import { isSameEnd, type LogEnd } from '../log-end.ts';
import { RowReader } from '../readers/row-reader.ts';
import { writeGroup, type GroupCommit, type NewRows, type RemovedCounts } from '../writers/row-writer.ts';
import type { TransactionOutcome, WriteSession, WriteTransaction } from '../write-session.ts';

/** Maximum decisions per transaction. A longer queue is split, so that the first callers get an early answer. */
const LARGEST_GROUP = 256;
/**
 * Number of aspects after which a transaction takes no more decisions: the next group is decided while the database
 * writes it.
 */
const ENOUGH_ASPECTS = 1_000;

type Decided = Extract<DecisionOutcome, { kind: 'decided' }>;

interface WaitingCommit extends WaitingDecision {
  readonly succeed: (decided: Decided, removed: RemovedCounts, end: LogEnd) => void;
  readonly fail: (error: unknown) => void;
  /** Runs work in the caller's trace context; absent without tracing. */
  readonly asCaller: (<T>(work: () => T) => T) | undefined;
}

/** Work that needs its own transaction. */
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

/** Dependencies of the queue. */
export interface CommitQueueParts {
  readonly session: WriteSession;
  /** Connections for reads ahead of the lock. */
  readonly readers: Pool;
  /** `host:port/database`, for messages. */
  readonly shown: string;
  readonly tracer?: WorkTracer | undefined;
}

/**
 * Serializes the writes of this process, one transaction at a time. Each takes all decisions that queued up during the previous
 * one, and is decided while that one is written. A decision that throws, or whose rows the database rejects, fails alone.
 */
export class CommitQueue {
  readonly #session: WriteSession;
  readonly #shown: string;
  readonly #tracer: WorkTracer | undefined;
  readonly #waiting: (WaitingCommit | WaitingTask)[] = [];
  readonly #readers: Pool;
  #running: Promise<void> | undefined;
  /** The next group, decided while the current one is written. */
  #ahead: GroupAhead<WaitingCommit> | undefined;
  /** The end of the log after the last group of this process; undefined before the first group and after a failure. */
  #end: LogEnd | undefined;

  constructor({ readers, session, shown, tracer }: CommitQueueParts) {
    this.#readers = readers;
    this.#session = session;
    this.#shown = shown;
    this.#tracer = tracer;
  }

  /** Decides and commits, after everything queued before. Errors as for `MetadataStore.commit`. */
  commit<T>(
    decide: DecideInSteps<T>,
    origin?: RequestOrigin,
    reads: readonly AspectKey[] = [],
  ): Promise<Committed<T>> {
    return new Promise((resolve, reject) => {
      let latest: DecidedCommit<T> | undefined;
      this.#add({
        *decide(state, sequence) {
          return (latest = yield* stepsOf(decide(state, sequence)));
        },
        origin,
        reads,
        fail: reject,
        asCaller: this.#tracer && AsyncLocalStorage.snapshot(),
        succeed: ({ sequence }, removed, end) => {
          // The result of the last call counts.
          if (latest === undefined) throw new Error('A decision was committed without being called.');
          const { created, entries, result, writes } = latest;
          const isFollowed = entries.length > 0 && writes.length > 0;
          const commit = isFollowed
            ? { sequence, id: end.id, created, entries, ...entitiesCreatedBy(writes) }
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
    this.#ahead?.wake();
  }

  async #run(): Promise<void> {
    // Calls in the same turn of the event loop share the first group.
    await Promise.resolve();
    for (;;) {
      const ahead = this.#ahead;
      await ahead?.close();
      this.#ahead = undefined;
      if (ahead !== undefined && ahead.members.length > 0) {
        await this.#commitGroup(ahead.members, ahead);
        continue;
      }
      const [next] = this.#waiting;
      // In the same turn as the last check of the queue, so that nothing can be added in between.
      if (next === undefined) return void (this.#running = undefined);
      if ('run' in next) {
        this.#waiting.shift();
        await next.run();
      } else {
        await this.#commitGroup(this.#takeFor([]));
      }
    }
  }

  /** Takes more decisions from the queue for a group. */
  #takeFor(group: readonly WaitingCommit[]): readonly WaitingCommit[] {
    let aspects = group.reduce((sum, { reads }) => sum + reads.length, 0);
    const taken: WaitingCommit[] = [];
    for (const next of this.#waiting) {
      const isFull = group.length + taken.length === LARGEST_GROUP || aspects >= ENOUGH_ASPECTS;
      if ('run' in next || isFull) break;
      taken.push(next);
      aspects += next.reads.length;
    }
    this.#waiting.splice(0, taken.length);
    return taken;
  }

  async #commitGroup(
    group: readonly WaitingCommit[],
    ahead?: GroupAhead<WaitingCommit>,
    newRows: NewRows = 'insert',
  ): Promise<void> {
    let outcome: GroupOutcome;
    try {
      outcome = await this.#transact(group, ahead, newRows);
    } catch (error) {
      this.#end = undefined;
      this.#ahead?.void();
      if (newRows === 'insert' && isDuplicate(error)) {
        await this.#commitGroup(group, undefined, 'put');
      } else if (group.length > 1 && isAboutValues(error)) {
        for (const alone of group) {
          await this.#commitGroup([alone]);
          // Nothing is decided ahead: the rest of this group comes first.
          this.#end = undefined;
        }
      } else {
        for (const { fail } of group) fail(this.#failure(error));
      }
      return;
    }
    this.#end = outcome.end;
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
  #transact(
    group: readonly WaitingCommit[],
    ahead: GroupAhead<WaitingCommit> | undefined,
    newRows: NewRows,
  ): Promise<GroupOutcome> {
    const run = (): Promise<GroupOutcome> =>
      this.#session.transact(async (transaction) => {
        const decision = ahead?.decisionFor(transaction.before) ?? (await decideNow(transaction, group));
        const writing = toWrite(group, decision);
        const written = writeGroup(transaction, writing, newRows);
        // The database is busy now: decide ahead.
        this.#lookAhead(transaction, decision);
        return outcomeOf(transaction, decision, writing, await written);
      });
    const [first] = group;
    if (this.#tracer === undefined || first?.asCaller === undefined) return run();
    const attributes = { 'db.system.name': 'postgresql', 'colophon.decisions': group.length };
    const tracer = this.#tracer;
    return first.asCaller(() => tracer.below('postgresql.transaction', attributes, run));
  }

  /**
   * Starts to decide the next group while this one is written. Not while other processes commit too, which would
   * invalidate most of its decisions.
   */
  #lookAhead({ before, id }: WriteTransaction, { last, pending }: GroupDecision): void {
    if (this.#ahead !== undefined || this.#end === undefined || !isSameEnd(before, this.#end)) return;
    const after = last === before.sequence ? before : { sequence: last, id };
    const previousGroup = { ends: { before, after }, pending };
    this.#ahead = new GroupAhead(this.#readers, previousGroup, (group) => this.#takeFor(group));
    this.#ahead.wake();
  }

  #failure(error: unknown): Error {
    return storeFailure(error, 'The write', this.#shown);
  }
}

async function decideNow(
  transaction: WriteTransaction,
  group: readonly WaitingCommit[],
): Promise<GroupDecision> {
  const decision = new GroupDecision(new RowReader(transaction), transaction.given.sequence);
  await decision.decide(group);
  return decision;
}

/** A commit of a group that writes. */
type Writing = GroupCommit & { readonly decided: Decided };

function toWrite(group: readonly WaitingCommit[], { decided }: GroupDecision): readonly Writing[] {
  return decided.flatMap((one, place) => {
    if (one.kind !== 'decided' || one.decision.writes.length === 0) return [];
    const { sequence, decision } = one;
    return [{ sequence, decision, origin: group[place]?.origin, decided: one }];
  });
}

/** Outcome of a written group; `counts` has the rows that each of its commits removed. */
function outcomeOf(
  { before, given, id }: WriteTransaction,
  { decided }: GroupDecision,
  writing: readonly Writing[],
  counts: readonly RemovedCounts[],
): TransactionOutcome<GroupOutcome> {
  const removed = new Map(
    writing.map(({ decided: one }, place) => [one, counts[place] ?? { rows: 0, points: 0 }]),
  );
  const end = given.sequence === before.sequence ? before : { sequence: given.sequence, id };
  return { value: { decided, removed, end }, isDirty: writing.length > 0 };
}
