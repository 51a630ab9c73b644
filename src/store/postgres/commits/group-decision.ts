import { CatalogError } from '../../../errors.ts';
import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { AspectKey } from '../../../model/aspect.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { CurrentState, DecideInSteps, DecidedCommit } from '../../metadata-store.ts';
import { inSteps, type Steps } from '../../../util/concurrency/steps.ts';
import { stepsOf } from '../../decision-steps.ts';
import { PendingRows, overlay } from '../../rows/pending-rows.ts';
import { refuseUnstorable } from './column-limits.ts';
import { ReadRows, type GroupRows } from './read-rows.ts';

/** A queued decision. */
export interface WaitingDecision {
  readonly decide: DecideInSteps<unknown>;
  readonly origin: RequestOrigin | undefined;
  /** Aspects that it reads, where known before it is called. */
  readonly reads: readonly AspectKey[];
}

/** Outcome of a decision: its writes with their sequence, or the error that it threw. */
export type DecisionOutcome =
  | { readonly kind: 'decided'; readonly decision: DecidedCommit<unknown>; readonly sequence: Sequence }
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * The decisions of a group, in order, each against the stored rows plus the writes of earlier ones. When a decision reads
 * rows that have not been fetched, they are fetched together with those of later decisions, and it runs again. A decision
 * that reads more than MOST_READ is refused with TOO_LARGE; the others continue.
 */
export class GroupDecision {
  /** Writes of its decisions. */
  readonly pending = new PendingRows();
  readonly #decided: DecisionOutcome[] = [];
  readonly #read: ReadRows;
  readonly #state: CurrentState;
  #sequence: Sequence;

  /**
   * `last`: the sequence before its first one; `before`: writes of the previous group, which `rows` may not include yet.
   */
  constructor(rows: GroupRows, last: Sequence, before = new PendingRows(), mostRead = MOST_READ) {
    this.#read = new ReadRows(rows, mostRead);
    this.#state = overlay(overlay(this.#read, before), this.pending);
    this.#sequence = last + 1;
  }

  get decided(): readonly DecisionOutcome[] {
    return this.#decided;
  }

  /** Sequence of its last commit. */
  get last(): Sequence {
    return this.#sequence - 1;
  }

  /** Runs further decisions. Rejects when rows cannot be read. */
  async decide(waiting: readonly WaitingDecision[]): Promise<void> {
    for (const { reads } of waiting) this.#read.want(reads);
    await this.#read.readMissing();
    for (const [place, next] of waiting.entries()) {
      this.#note(await this.#takeWhole(next, waiting.slice(place + 1)));
    }
  }

  /** Takes a decision with all rows that it reads; rows of later decisions are fetched with them while there is room. */
  async #takeWhole(next: WaitingDecision, later: readonly WaitingDecision[]): Promise<DecisionOutcome> {
    for (let isAlone = false; ;) {
      const outcome = await this.#take(next);
      if (outcome !== undefined && !this.#read.isMissing()) return outcome;
      if (this.#read.isFull) {
        this.#read.clear();
        if (isAlone) return { kind: 'refused', error: tooLarge() };
        isAlone = true;
        this.#read.want(next.reads);
        if (!this.#read.isMissing()) continue;
      } else if (!isAlone) {
        for (const one of later) await this.#take(one);
      }
      await this.#read.readMissing();
    }
  }

  /** Undefined: rows are missing. */
  async #take({ decide }: WaitingDecision): Promise<DecisionOutcome | undefined> {
    const sequence = this.#sequence;
    try {
      const decision = await inSteps(untilMissing(stepsOf(decide(this.#state, sequence)), this.#read));
      if (decision === undefined) return undefined;
      refuseUnstorable(decision.writes);
      return { kind: 'decided', decision, sequence };
    } catch (error) {
      return { kind: 'refused', error };
    }
  }

  #note(outcome: DecisionOutcome): void {
    this.#decided.push(outcome);
    if (outcome.kind === 'refused') return;
    this.pending.add(outcome.decision.writes, this.#sequence);
    if (outcome.decision.entries.length > 0) this.#sequence++;
  }
}

/** Maximum bytes of the values held for the decisions of a group at a time, and read by one of them. */
const MOST_READ = 64 * 1024 ** 2;

function tooLarge(): CatalogError {
  return new CatalogError(
    'TOO_LARGE',
    `The request reads values of more than ${MOST_READ} bytes, the limit of one batch. Send fewer changes in one request.`,
  );
}

/**
 * Steps that a decision continues after its first missing row, as a multiple of the steps before it. They find what else is
 * missing; often all miss the same row, such as the definition of a property.
 */
const STEPS_ON = 15;

/** Ends with undefined some steps after a row is missing: the decision must be taken again. */
function* untilMissing<T>(steps: Steps<T>, read: ReadRows): Steps<T | undefined> {
  let last = Infinity;
  for (let taken = 1; taken <= last; taken++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (last === Infinity && read.isMissing()) last = taken * (1 + STEPS_ON);
    yield;
  }
  return undefined;
}
