import * as v from 'valibot';
import type { Actor } from '../auth/actor.ts';
import { NAMING_PRIVILEGES, NOTHING_GRANTED } from '../auth/permit.ts';
import type { Denial, Permit } from '../auth/permit.ts';
import { grantPermit } from '../auth/privilege-checks.ts';
import { UNAUTHORIZED } from '../auth/rights.ts';
import { CatalogError, invalidRequest } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import { CallerWork } from './caller-work.ts';
import { inputTypesOf } from './input-types.ts';
import { clausesOf } from './needs.ts';
import type { Operation } from './operation.ts';
import { onlyInMainThread } from './only-in-main.ts';
import { recordRefusal } from './record-refusal.ts';
import type { OperationParts } from './work.ts';

/**
 * The caller of one request, on whose behalf operations run: the only entry point of all protocols for reads and writes.
 */
export class Requester {
  readonly actor: Actor;
  readonly #parts: OperationParts;
  readonly #work: CallerWork;

  constructor(parts: OperationParts, actor: Actor) {
    this.actor = actor;
    this.#parts = parts;
    this.#work = new CallerWork(parts, actor);
  }

  /**
   * Runs an operation: parses the input, checks the limits, then the needs, then does the work. Throws INVALID_REQUEST for
   * malformed input and FORBIDDEN when a need is not met, and changes nothing then. The audit log gets each FORBIDDEN.
   */
  run<Raw, Input, Output>(operation: Operation<Raw, Input, Output>, raw: Raw): Promise<Output> {
    const { observe } = this.#parts;
    const running = (): Promise<Output> => this.#run(operation, raw);
    return observe === undefined ? running() : observe(operation.name, running);
  }

  async #run<Raw, Input, Output>(operation: Operation<Raw, Input, Output>, raw: Raw): Promise<Output> {
    const { settings } = this.#parts;
    if (settings.onlyReads === true && operation.effect !== 'read') onlyInMainThread();
    const input = parse(operation, raw, settings.registry);
    operation.limits?.(input, settings);
    let work = this.#work;
    try {
      work = work.under(await permitFor(operation, input, work));
      return await operation.run(input, work);
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'FORBIDDEN') {
        recordRefusal(error, operation, input, work);
      }
      throw error;
    }
  }
}

async function permitFor<Raw, Input>(
  { denial = () => UNAUTHORIZED, needs }: Operation<Raw, Input, unknown>,
  input: Input,
  work: CallerWork,
): Promise<Permit> {
  const clauses = await Promise.all([needs].flat().map((need) => clausesOf(need, input, work)));
  const asked = clauses.flat();
  if (asked.length === 0) return NOTHING_GRANTED;
  const worded: Denial =
    denial === NAMING_PRIVILEGES
      ? denial
      : (refused, reason) => denial(refused, input, reason, work.actor.urn);
  return grantPermit(asked, worded, work.rights);
}

function parse<Raw, Input>(
  operation: Operation<Raw, Input, unknown>,
  raw: Raw,
  registry: EntityRegistry,
): Input {
  const result = v.safeParse(operation.input(inputTypesOf(registry)), raw, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path = [], expected, received, message }] = result.issues;
  const at = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const problem = expected === null ? message : `expected ${expected}, but found ${received}`;
  throw invalidRequest(`${at.replace(/^\./, '') || 'The input'}: ${problem}.`);
}
