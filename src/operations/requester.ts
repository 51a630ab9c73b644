import type { Actor } from '../auth/actor.ts';
import { NAMING_PRIVILEGES, NOTHING_GRANTED, type Denial, type Grants, findGrants } from '../auth/grants.ts';
import { UNAUTHORIZED } from '../auth/rights.ts';
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
import { readInput } from './shapes.ts';
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

  async #run<Raw, Input, Output>(
    operation: InternalOperation<Raw, Input, Output>,
    raw: Raw,
  ): Promise<Output> {
    throwIfCancelled();
    const { settings } = this.#parts;
    if (settings.onlyReads === true && operation.effect !== 'read') onlyInMainThread();
    if (this.moment !== undefined) asOfAnswer(operation);
    const input = parse(operation, raw, settings.registry);
    operation.limits?.(input, settings);
    let work = this.#work;
    try {
      work = work.under(await grantsFor(operation, input, work), operation.about?.(input));
      return await answer(operation, input, work, this.moment);
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'FORBIDDEN') {
        recordRefusal(error, operation, input, work);
      }
      throw error;
    }
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
  { denial = () => UNAUTHORIZED, needs }: InternalOperation<Raw, Input, unknown>,
  input: Input,
  work: CallerWork,
): Promise<Grants> {
  const clauses = await Promise.all([needs].flat().map((need) => clausesOf(need, input, work)));
  const asked = clauses.flat();
  if (asked.length === 0) return NOTHING_GRANTED;
  const worded: Denial =
    denial === NAMING_PRIVILEGES
      ? denial
      : (refused, reason) => denial(refused, input, reason, work.actor.urn);
  return findGrants(asked, worded, work.rights);
}

function parse<Raw, Input>(
  operation: InternalOperation<Raw, Input, unknown>,
  raw: Raw,
  registry: EntityRegistry,
): Input {
  return readInput(operation.input(inputTypesOf(registry)), raw, 'The input');
}
