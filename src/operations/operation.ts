import * as v from 'valibot';
import type { GenericSchema } from 'valibot';
import type { Effect, GrantClause, NAMING_PRIVILEGES } from '../auth/grants.ts';
import type { Urn } from '../model/urn.ts';
import type { InputTypes } from './input-types.ts';
import { READ, describeNeeds, mostOf, type Need, type NeedDescription } from './needs.ts';
import type { OperationSettings, Moment, ProtectedWork, Reading, Work } from './work.ts';

/**
 * The definition of an operation, from which protocols, policies and documentation derive. Protocols translate
 * requests into `Raw` and present `Output`; a `Requester` does the rest in this order: parse, check, run.
 */
export interface Operation<Raw, Input, Output> extends InternalOperation<Raw, Input, Output> {
  /** What it does, in one line: for documentation, and for agents that choose among tools. */
  readonly summary: string;
}

/** An operation that only jobs run and no protocol exposes. */
export interface InternalOperation<Raw, Input, Output> {
  /** Unique; the name in `docs/privileges.md`. */
  readonly name: string;
  readonly effect: Effect;
  /** The shape of its input in wire names, shared by all protocols; parsed once. */
  readonly input: (types: InputTypes) => GenericSchema<Raw, Input>;
  /** Throws INVALID_REQUEST for input that is too large, before any lookup. */
  readonly limits?: (input: Input, settings: OperationSettings) => void;
  /**
   * The entities it concerns, for the audit of a refusal that names none; default: those it last tried to write, or
   * else those in its input.
   */
  readonly about?: (input: Input) => readonly Urn[];
  /** Whether it reads an index or many rows in one step. One request may run hundreds of these, a few at a time. */
  readonly isLong?: boolean;
  /**
   * Whether its own limits bound how many entities it looks up at once: more than the server's limit of urns are then looked up in
   * parts. Otherwise longer lists are refused.
   */
  readonly hasOwnBounds?: boolean;
  /** All must be met before it runs. General rules also check writes that these grants do not cover. */
  readonly needs: Need<Input> | readonly [Need<Input>, ...Need<Input>[]];
  /**
   * Message if none of these grants, which derive from `needs`, is held; default: DataHub's general message.
   * `reason`: why the last one is not held, if the message does not get it otherwise: see `Denial`. `caller`: the
   * refused caller.
   */
  readonly denial?:
    | ((refused: GrantClause, input: Input, reason: string, caller: Urn) => string)
    | typeof NAMING_PRIVILEGES;
  /**
   * What a propose-only token may do with an operation that writes. `hold`: its writes, which all go through `work.writes`,
   * become a proposal. `run`: it writes nothing but proposals, plans and dry runs. Absent: nothing.
   */
  readonly proposing?: 'hold' | 'run';
  /** Checks references and does the work. Sees only what the caller may see. */
  readonly run: (input: Input, work: ProtectedWork) => Promise<Output>;
  /**
   * Answers as of a moment, for operations that read only past states of entities. Absent: requests that name a
   * moment are refused, so that none shows the current state.
   */
  readonly asOf?: (input: Input, moment: Moment, work: Reading) => Promise<Output>;
}

/** The raw input of an operation. */
export type InputOf<Op> = Op extends InternalOperation<infer Raw, infer _Input, infer _Output> ? Raw : never;

/** The output of an operation. */
export type OutputOf<Op> =
  Op extends InternalOperation<infer _Raw, infer _Input, infer Output> ? Output : never;

/** The part of a definition that the documentation describes, for any input. */
export type DescribedOperation = Pick<
  Operation<never, never, unknown>,
  'name' | 'effect' | 'needs' | 'summary'
>;

/** The operations that a request runs, or its need if it runs none. */
export type Declared = DescribedOperation | readonly DescribedOperation[] | NeedDescription;

/** Declared operations and needs of a request. */
export interface Declaration {
  /** Names of the operations that it may run, apart from those that load entities for the response. */
  readonly operations: readonly string[];
  /** The strictest need of these operations. */
  readonly needs: NeedDescription;
}

export function declare(declared: Declared): Declaration {
  if ('kind' in declared) return { operations: [], needs: declared };
  return together(
    [declared].flat().map(({ name, needs }) => ({ operations: [name], needs: describeNeeds(needs) })),
  );
}

/** The declaration of a request that is answered in one of several ways. */
export function together(ways: readonly Declaration[]): Declaration {
  return {
    operations: ways.flatMap(({ operations }) => operations),
    needs: mostOf(ways.map(({ needs }) => needs)),
  };
}

/** An operation whose `run` gets a plain `Work`, without the services of a `ProtectedWork`. */
interface Unprotected<Raw, Input, Output> extends Omit<Operation<Raw, Input, Output>, 'proposing' | 'run'> {
  readonly run: (input: Input, work: Work) => Promise<Output>;
}

/** Defines an operation that only jobs run, in pages of their own: its input consists of model types. */
export function defineInternal<Input, Output>(
  operation: Omit<InternalOperation<Input, Input, Output>, 'hasOwnBounds' | 'input'>,
): InternalOperation<Input, Input, Output> {
  const parsed = v.custom<Input>(() => true);
  return { ...operation, hasOwnBounds: true, input: () => parsed };
}

/** Defines a read of only what policies permit the caller to see: it needs no privilege. */
export function defineRead<Raw, Input, Output>(
  operation: Omit<Unprotected<Raw, Input, Output>, 'effect' | 'needs'>,
): Operation<Raw, Input, Output> {
  return defineOperation({ ...operation, effect: 'read', needs: READ });
}

/**
 * Defines an operation. Its input types are inferred from `input`, whose shapes are built once per registry. Without services it
 * writes only by `work.writes`, so its writes can be held.
 */
export function defineOperation<Raw, Input, Output>(
  operation: Unprotected<Raw, Input, Output>,
): Operation<Raw, Input, Output> {
  return defineProtected({ ...operation, proposing: 'hold' });
}

/** Defines an operation that gets a `ProtectedWork`. */
export function defineProtected<Raw, Input, Output>(
  operation: Operation<Raw, Input, Output>,
): Operation<Raw, Input, Output> {
  const shapes = new WeakMap<InputTypes, GenericSchema<Raw, Input>>();
  return {
    ...operation,
    input: (types) => {
      const known = shapes.get(types);
      if (known !== undefined) return known;
      const shape = operation.input(types);
      shapes.set(types, shape);
      return shape;
    },
  };
}
