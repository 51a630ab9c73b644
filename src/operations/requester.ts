import type { Actor } from '../auth/actor.ts';
import {
  NAMING_PRIVILEGES,
  NOTHING_GRANTED,
  type Denial,
  type GrantClause,
  type Grants,
  findGrants,
} from '../auth/grants.ts';
import { UNAUTHORIZED } from '../auth/rights.ts';
import { HeldWrites, PROPOSE_CHANGES } from '../auth/writes/held-writes.ts';
import { cannotPropose } from '../auth/writes/write-access.ts';
import { CatalogError } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { entitiesAsOf } from '../query/changes/entities-as-of.ts';
import { positionOf } from '../query/changes/cursor.ts';
import {
  cancellable,
  throwIfCancelled,
  uncancellable,
  type Cancellation,
} from '../util/concurrency/cancellation.ts';
import { asOfAnswer } from './as-of.ts';
import { CallerWork } from './caller-work.ts';
import { inputTypesOf } from './input-types.ts';
import { clausesOf } from './needs.ts';
import type { InternalOperation } from './operation.ts';
import { onlyInMainThread } from './only-in-main.ts';
import type { Urn } from '../model/urn.ts';
import { readInput } from './shapes.ts';
import { fileHeld } from './proposals/file-proposal.ts';
import { recordRefusal } from './record-refusal.ts';
import type { OperationParts, ReadAsOf } from './work.ts';

/**
 * The caller of one request, on whose behalf operations run: the only entry point of all protocols for reads and writes.
 */
export class Requester {
  readonly actor: Actor;
  /** Cursor of the moment as of which the requester reads; undefined: now. */
  readonly moment: string | undefined;
  /** Cancels reads whose results are no longer awaited; undefined: never. */
  readonly cancellation: Cancellation | undefined;
  readonly #parts: OperationParts;
  readonly #work: CallerWork;

  constructor(parts: OperationParts, actor: Actor, cancellation?: Cancellation, moment?: string) {
    this.actor = actor;
    this.cancellation = cancellation;
    this.moment = moment;
    this.#parts = parts;
    this.#work = new CallerWork(parts, actor);
  }

  /**
   * A requester for this caller, with current rights, that reads as of a moment: a cursor of the change feed or an
   * RFC 3339 time. Refuses operations that support only the current state. Throws INVALID_REQUEST for any other text,
   * and GONE for a moment that is no longer kept.
   */
  async at(moment: string): Promise<Requester> {
    const cursor = await this.#parts.changes.cursorOf(moment, 'asOf');
    return new Requester(this.#parts, this.actor, this.cancellation, cursor);
  }

  /**
   * Runs an operation: parses the input, checks the limits, then the needs, then does the work. Throws INVALID_REQUEST for
   * malformed input and FORBIDDEN when a need is not met, and changes nothing then. Each FORBIDDEN is recorded in the
   * audit log. A read stops when it is cancelled, by default with the request, and throws the reason; a write runs to
   * completion.
   */
  run<Raw, Input, Output>(
    operation: InternalOperation<Raw, Input, Output>,
    raw: Raw,
    cancellation = this.cancellation,
  ): Promise<Output> {
    const { observe } = this.#parts;
    const running = (): Promise<Output> => this.#run(operation, raw);
    const observed = (): Promise<Output> =>
      observe === undefined ? running() : observe(operation.name, running);
    return operation.effect === 'read' ? cancellable(cancellation, observed) : uncancellable(observed);
  }

  /** The writes that an operation would make, judged like the operation but not made: the content of a proposal. */
  async hold<Raw, Input, Output>(
    operation: InternalOperation<Raw, Input, Output>,
    raw: Raw,
  ): Promise<HeldWrites> {
    const held = new HeldWrites();
    await uncancellable(() => this.#run(operation, raw, held));
    return held;
  }

  /** This caller, whose writes are judged as those of a proposal and not made: for dry runs of proposals. */
  asProposer(): Pick<Requester, 'run'> {
    return {
      run: (operation, raw, cancellation) =>
        operation.effect === 'read'
          ? this.run(operation, raw, cancellation)
          : uncancellable(() => this.#run(operation, raw, new HeldWrites())),
    };
  }

  async #run<Raw, Input, Output>(
    operation: InternalOperation<Raw, Input, Output>,
    raw: Raw,
    holding?: HeldWrites,
  ): Promise<Output> {
    throwIfCancelled();
    const { settings } = this.#parts;
    if (settings.onlyReads === true && operation.effect !== 'read') onlyInMainThread();
    if (this.moment !== undefined) asOfAnswer(operation);
    const input = parse(operation, raw, settings.registry);
    operation.limits?.(input, settings);
    let work = this.#work;
    try {
      const held = holding ?? this.#heldBy(operation);
      const grants = await grantsFor(operation, input, work, held !== undefined);
      const { about, hasOwnBounds } = operation;
      work = work.under({ grants, about: about?.(input) ?? [], held, hasOwnBounds });
      const output = await answer(operation, input, work, this.moment);
      if (holding === undefined && held !== undefined) await fileHeld(held.proposals, work);
      return output;
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'FORBIDDEN') {
        recordRefusal(error, operation, input, work);
      }
      throw error;
    }
  }

  /** Where the writes of the operation are kept; undefined: they are made. Throws FORBIDDEN if they can be neither. */
  #heldBy<Raw, Input, Output>({
    effect,
    proposing,
  }: InternalOperation<Raw, Input, Output>): HeldWrites | undefined {
    if (effect === 'read' || this.actor.restriction?.proposeOnly !== true || proposing === 'run')
      return undefined;
    if (proposing === undefined) throw cannotPropose('do this');
    return new HeldWrites();
  }
}

/** Runs the operation, as of the moment if one is set. */
async function answer<Raw, Input, Output>(
  operation: InternalOperation<Raw, Input, Output>,
  input: Input,
  work: CallerWork,
  moment: string | undefined,
): Promise<Output> {
  if (moment === undefined) return operation.run(input, work);
  const { services, settings, scope } = work;
  const read: ReadAsOf = (urns, aspectNames) =>
    entitiesAsOf(
      { urns, aspectNames, moment },
      { changes: services.changes, registry: settings.registry, readSize: settings.readSize },
      scope,
    );
  const position = positionOf(moment);
  if (position === undefined) throw new Error(`${moment} is not a cursor.`);
  return asOfAnswer(operation)(input, { sequence: position.sequence, read }, work);
}

async function grantsFor<Raw, Input>(
  { about, denial = () => UNAUTHORIZED, needs }: InternalOperation<Raw, Input, unknown>,
  input: Input,
  work: CallerWork,
  isHeld: boolean,
): Promise<Grants> {
  const clauses = await Promise.all([needs].flat().map((need) => clausesOf(need, input, work)));
  const asked = isHeld
    ? clauses.flat().flatMap((clause) => orProposed(clause, about?.(input) ?? []))
    : clauses.flat();
  if (asked.length === 0) return NOTHING_GRANTED;
  const worded: Denial =
    denial === NAMING_PRIVILEGES
      ? denial
      : (refused, reason) => denial(refused, input, reason, work.actor.urn);
  return findGrants(asked, worded, work.rights);
}

/**
 * The clause with the alternative that its change is only proposed: for a clause on the whole platform, on each entity that the
 * operation is about.
 */
function orProposed(clause: GrantClause, about: readonly Urn[]): readonly GrantClause[] {
  const proposed = (urn: Urn): GrantClause[number] => ({ privilege: PROPOSE_CHANGES, urn });
  const urns = new Set(clause.flatMap(({ urn }) => urn ?? []));
  if (urns.size > 0) return [[...clause, ...[...urns].map(proposed)]];
  return about.length === 0 ? [clause] : about.map((urn) => [...clause, proposed(urn)]);
}

function parse<Raw, Input>(
  operation: InternalOperation<Raw, Input, unknown>,
  raw: Raw,
  registry: EntityRegistry,
): Input {
  return readInput(operation.input(inputTypesOf(registry)), raw, 'The input');
}
