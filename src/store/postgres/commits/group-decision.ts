import type { RequestOrigin } from '../../../model/access/audit-event.ts';
import type { AspectKey } from '../../../model/aspect.ts';
import type { Sequence } from '../../../model/sequence.ts';
import type { Urn } from '../../../model/urn.ts';
import type { AspectRow, EntityRows } from '../../entity-rows.ts';
import type { CurrentState, DecideInSteps, DecidedCommit } from '../../metadata-store.ts';
import { inSteps } from '../../../util/concurrency/steps.ts';
import type { Steps } from '../../../util/concurrency/steps.ts';
import { stepsOf } from '../../decision-steps.ts';
import { PendingRows, overlay } from '../../rows/pending-rows.ts';
import { refuseUnstorable } from './column-limits.ts';
import type { RowReader, Wanted } from '../readers/row-reader.ts';

/** A queued decision. */
export interface WaitingDecision {
  readonly decide: DecideInSteps<unknown>;
  readonly origin: RequestOrigin | undefined;
  /** Aspects that it reads, as far as they are known before it is called. */
  readonly reads: readonly AspectKey[];
}

/** Outcome of a decision: its writes with their sequence, or the error that it threw. */
export type DecisionOutcome =
  | { readonly kind: 'decided'; readonly decision: DecidedCommit<unknown>; readonly sequence: Sequence }
  | { readonly kind: 'refused'; readonly error: unknown };

/**
 * The decisions of a group, in order, each against the stored rows plus the writes of the earlier ones. When a decision reads
 * rows that have not been fetched, they are fetched together with those that the later decisions read, and it runs
 * again.
 */
export class GroupDecision {
  /** Writes of its decisions. */
  readonly pending = new PendingRows();
  readonly #decided: DecisionOutcome[] = [];
  readonly #read: ReadRows;
  readonly #state: CurrentState;
  #sequence: Sequence;

  /** `last`: the sequence before its first one; `before`: writes of the group before it, which `rows` may not show yet. */
  constructor(rows: RowReader, last: Sequence, before = new PendingRows()) {
    this.#read = new ReadRows(rows);
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
    for (let place = 0; place < waiting.length;) {
      const [next, ...later] = waiting.slice(place);
      if (next === undefined) return;
      const outcome = await this.#take(next);
      if (outcome === undefined || this.#read.isMissing()) {
        for (const one of later) await this.#take(one);
        await this.#read.readMissing();
        continue;
      }
      this.#note(outcome);
      place++;
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

/**
 * Steps of a decision after the first one that misses rows, as a multiple of those up to it. They find what else is missing,
 * and may all miss the same, such as the definition of a property.
 */
const STEPS_ON = 15;

/** Ends with undefined some steps after rows are missing: the decision has to be taken again. */
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

/** Fetched rows; records lookups of rows that have not been fetched. */
class ReadRows implements CurrentState {
  readonly #rows: RowReader;
  readonly #entities = new Map<Urn, EntityRows | undefined>();
  readonly #aspects = new Map<Urn, Set<string>>();
  readonly #types = new Map<string, readonly AspectRow[]>();
  readonly #named = new Map<string, readonly Urn[]>();
  #missing: Wanted[] = [];
  #missingTypes = new Map<string, readonly [entityType: string, aspectName: string]>();
  #missingNames = new Set<string>();
  readonly #beginning = new Map<string, readonly Urn[]>();
  #missingBeginnings = new Set<string>();

  constructor(rows: RowReader) {
    this.#rows = rows;
  }

  row(urn: Urn, aspectName: string): AspectRow | undefined {
    if (this.#aspects.get(urn)?.has(aspectName) !== true) {
      // An entity that does not exist has no rows to fetch.
      if (this.#entities.has(urn) && this.#entities.get(urn) === undefined) return undefined;
      this.#missing.push({ urn, aspectName });
    }
    return this.#entities.get(urn)?.rows.get(aspectName);
  }

  entity(urn: Urn): EntityRows['entity'] | undefined {
    if (!this.#entities.has(urn)) this.#missing.push({ urn, aspectName: undefined });
    return this.#entities.get(urn)?.entity;
  }

  rowsOf(entityType: string, aspectName: string): readonly AspectRow[] {
    const key = `${entityType} ${aspectName}`;
    const known = this.#types.get(key);
    if (known === undefined) this.#missingTypes.set(key, [entityType, aspectName]);
    return known ?? [];
  }

  propertiesNamed(qualifiedName: string): readonly Urn[] {
    const known = this.#named.get(qualifiedName);
    if (known === undefined) this.#missingNames.add(qualifiedName);
    return known ?? [];
  }

  urnsBeginning(text: string): readonly Urn[] {
    const known = this.#beginning.get(text);
    if (known === undefined) this.#missingBeginnings.add(text);
    return known ?? [];
  }

  /** Marks aspects as missing. */
  want(keys: readonly AspectKey[]): void {
    for (const { urn, aspectName } of keys) this.row(urn, aspectName);
  }

  isMissing(): boolean {
    const sizes = [this.#missingTypes.size, this.#missingNames.size, this.#missingBeginnings.size];
    return this.#missing.length > 0 || sizes.some((size) => size > 0);
  }

  async readMissing(): Promise<void> {
    const wanted = distinct(this.#missing);
    const types = this.#missingTypes;
    const names = [...this.#missingNames];
    const beginnings = this.#missingBeginnings;
    this.#missing = [];
    this.#missingTypes = new Map();
    this.#missingNames = new Set();
    this.#missingBeginnings = new Set();
    const found = await this.#rows.wanted(wanted);
    for (const { urn, aspectName } of wanted) this.#note(urn, aspectName, found.get(urn));
    for (const [key, [entityType, aspectName]] of types) {
      this.#types.set(key, await this.#rows.latestOfType(entityType, aspectName));
    }
    for (const text of beginnings) this.#beginning.set(text, await this.#rows.urnsBeginning(text));
    const named = await this.#rows.propertiesNamed(names);
    for (const name of names) this.#named.set(name, named.get(name) ?? []);
  }

  #note(urn: Urn, aspectName: string | undefined, found: EntityRows | undefined): void {
    const known = this.#entities.get(urn)?.rows ?? [];
    const rows = found && new Map([...known, ...found.rows]);
    this.#entities.set(urn, found && { entity: found.entity, rows: rows ?? new Map() });
    if (aspectName === undefined) return;
    const names = this.#aspects.get(urn) ?? new Set();
    this.#aspects.set(urn, names.add(aspectName));
  }
}

function distinct(wanted: readonly Wanted[]): readonly Wanted[] {
  return [...new Map(wanted.map((one) => [`${one.urn} ${one.aspectName ?? ''}`, one])).values()];
}
