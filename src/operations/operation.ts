import * as v from 'valibot';
import type { GenericSchema } from 'valibot';
import type { Effect, GrantClause, NAMING_PRIVILEGES } from '../auth/grants.ts';
import type { Urn } from '../model/urn.ts';
import type { InputTypes } from './input-types.ts';
import { READ, describeNeeds, mostOf, type Need, type NeedDescription } from './needs.ts';
import type { OperationSettings, Moment, ProtectedWork, Reading, Work } from './work.ts';

/**
 * The definition of an operation: all that protocols, policies and documentation know of it. Protocols translate
 * requests into `Raw` and present `Output`; a `Requester` does the rest in this order: parse, check, run.
 */
export interface Operation<Raw, Input, Output> extends InternalOperation<Raw, Input, Output> {
  /** What it does, in one line: for documentation, and for agents that choose among tools. */
  readonly summary: string;
}

/** An operation that only jobs run; no protocol exposes it. */
export interface InternalOperation<Raw, Input, Output> {
  /** Unique; the name in `docs/privileges.md`. */
  readonly name: string;
  readonly effect: Effect;
  /** The shape of its input in the words of the wire, for every protocol; parsed once. */
  readonly input: (types: InputTypes) => GenericSchema<Raw, Input>;
  /** Throws INVALID_REQUEST for input that is too large; before anything is looked up. */
  readonly limits?: (input: Input, settings: OperationSettings) => void;
  /**
   * What it is about, for the audit of a refusal that names no entity; default: what it last tried to write, or else the
   * entities of its input.
   */
  readonly about?: (input: Input) => readonly Urn[];
  /** Whether it reads an index or many rows in one step; one request may run hundreds of these, one after another. */
  readonly isLong?: boolean;
  /** All of them must be met before it runs. What it writes beyond what they grant, general rules judge as well. */
  readonly needs: Need<Input> | readonly [Need<Input>, ...Need<Input>[]];
  /**
   * Message when none of these grants is held, which follows from `needs`; default: DataHub's general words. `reason`:
   * why the last one is not held, where the message does not get it anyway: see `Denial`. `caller`: who is refused.
   */
  readonly denial?:
    | ((refused: GrantClause, input: Input, reason: string, caller: Urn) => string)
    | typeof NAMING_PRIVILEGES;
  /** Checks what it refers to and does the work. Sees only what the caller may see. */
  readonly run: (input: Input, work: ProtectedWork) => Promise<Output>;
  /**
   * The same as of a moment, for what is nothing but entities as they were; absent: refused in a request that names a moment,
   * so that none is answered with what is now.
   */
  readonly asOf?: (input: Input, moment: Moment, work: Reading) => Promise<Output>;
}

/** What an operation takes. */
export type InputOf<Op> = Op extends InternalOperation<infer Raw, infer _Input, infer _Output> ? Raw : never;

/** What an operation answers. */
export type OutputOf<Op> =
  Op extends InternalOperation<infer _Raw, infer _Input, infer Output> ? Output : never;

/** The part of a definition that documentation describes, whatever the operation's input. */
export type DescribedOperation = Pick<Operation<never, never, unknown>, 'name' | 'needs' | 'summary'>;

/** The operations that a request runs; what it needs, where it runs none. */
export type Declared = DescribedOperation | readonly DescribedOperation[] | NeedDescription;

/** What a request says of itself. */
export interface Declaration {
  /** Names of the operations that it may run, besides those that load entities for the answer. */
  readonly operations: readonly string[];
  /** The most of what these need. */
  readonly needs: NeedDescription;
}

export function declare(declared: Declared): Declaration {
  if ('kind' in declared) return { operations: [], needs: declared };
  return together(
    [declared].flat().map(({ name, needs }) => ({ operations: [name], needs: describeNeeds(needs) })),
  );
}

/** What a request says that is answered in one of several ways. */
export function together(ways: readonly Declaration[]): Declaration {
  return {
    operations: ways.flatMap(({ operations }) => operations),
    needs: mostOf(ways.map(({ needs }) => needs)),
  };
}

/** An operation without access to what general rules protect. */
interface Unprotected<Raw, Input, Output> extends Omit<Operation<Raw, Input, Output>, 'run'> {
  readonly run: (input: Input, work: Work) => Promise<Output>;
}

/** Defines an operation that only jobs run: its input is made of types of the model. */
export function defineInternal<Input, Output>(
  operation: Omit<InternalOperation<Input, Input, Output>, 'input'>,
): InternalOperation<Input, Input, Output> {
  const parsed = v.custom<Input>(() => true);
  return { ...operation, input: () => parsed };
}

/** Defines a read of what policies let the caller see, and of nothing else: it needs no privilege. */
export function defineRead<Raw, Input, Output>(
  operation: Omit<Unprotected<Raw, Input, Output>, 'effect' | 'needs'>,
): Operation<Raw, Input, Output> {
  return defineOperation({ ...operation, effect: 'read', needs: READ });
}

/** Defines an operation; the types of its input follow from `input`, whose shapes are built once for each registry. */
export function defineOperation<Raw, Input, Output>(
  operation: Unprotected<Raw, Input, Output>,
): Operation<Raw, Input, Output> {
  return defineProtected(operation);
}

/** `defineOperation` for a `ProtectedWork`. */
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
